/* The demo's page: two tabs, each asked about before it answers. Without this script a picture stands there.
   The page loads plain scripts that share one scope: from a file, without a server, browsers load no modules. */

const root = document.getElementById("osphg-demo");
if (root) start(root);

function start(place) {
  const kinds = [paperTab, decoyTab];
  place.innerHTML = `<div class="demo-tabs" role="tablist" aria-label="Two games">
    <button type="button" role="tab" id="demo-tab-0" aria-controls="demo-panel-0">The paper\u2019s game</button>
    <button type="button" role="tab" id="demo-tab-1" aria-controls="demo-panel-1">The decoy game</button></div>
    ${kinds.map((_, i) => `<section role="tabpanel" id="demo-panel-${i}" aria-labelledby="demo-tab-${i}"></section>`).join("")}`;
  const tabs = [...place.querySelectorAll("[role=tab]")];
  const panels = [...place.querySelectorAll("[role=tabpanel]")];
  const made = panels.map((panel, i) => kinds[i](panel));
  const choose = (chosen) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      panels[i].hidden = i !== chosen;
    });
    made[chosen].draw();
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(i));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = (to + tabs.length) % tabs.length;
      choose(next);
      tabs[next].focus();
    });
  });
  choose(0);
  let width = place.clientWidth;
  new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    made.forEach((tab) => tab.draw());
  }).observe(place);
  hideStills();
  root.dataset.ready = "yes";
}
