(() => {
  const map = document.currentScript.closest(".osphg-map");
  const boxes = [...map.querySelectorAll("a[data-node]")];
  const lines = [...map.querySelectorAll("path[data-from]")];
  const set = (text) => new Set(text.split(" "));
  const show = (box) => {
    const below = set(box.dataset.below).add(box.dataset.node);
    const above = set(box.dataset.above).add(box.dataset.node);
    map.classList.add("osphg-chosen");
    for (const other of boxes)
      other.classList.toggle("on", below.has(other.dataset.node) || above.has(other.dataset.node));
    for (const line of lines) {
      const {from, to} = line.dataset;
      const both = (all) => all.has(from) && all.has(to);
      line.classList.toggle("on", both(below) || both(above));
    }
  };
  const clear = () => map.classList.remove("osphg-chosen");
  for (const box of boxes) {
    box.addEventListener("mouseenter", () => show(box));
    box.addEventListener("focus", () => show(box));
    box.addEventListener("mouseleave", clear);
    box.addEventListener("blur", clear);
  }
})();
