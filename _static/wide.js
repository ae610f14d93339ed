// A figure of several panels is marked (class osphg-wide in custom.css): a telephone scrolls it.
// A formula within a line that is wider than its column scrolls by itself (class osphg-wide in
// custom.css); all others stay as they are, since whatever scrolls can no longer stand out of its line.
// Whatever scrolls can be reached and scrolled by keys.
addEventListener("load", () => {
  const article = document.querySelector("article");
  if (!article) return;
  const room = (element) => {
    let around = element.parentElement;
    while (getComputedStyle(around).display.startsWith("inline")) around = around.parentElement;
    const style = getComputedStyle(around);
    return around.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  };
  const may = "div, figure, pre, span.math, table";
  const panels = 700; // pixels; most figures have 650
  for (const image of article.querySelectorAll("figure img")) {
    image.closest("figure").classList.toggle("osphg-wide", Number(image.getAttribute("width")) > panels);
  }
  const mark = () => {
    const formulas = [...article.querySelectorAll("span.math")];
    const wide = formulas.map((formula) => {
      const drawn = formula.querySelector("math");
      return drawn !== null && drawn.getBoundingClientRect().width > room(formula) + 1;
    });
    formulas.forEach((formula, index) => formula.classList.toggle("osphg-wide", wide[index]));
    for (const number of article.querySelectorAll("div.math > .eqno")) {
      number.parentElement.style.setProperty("--number", `${number.offsetWidth}px`); // where a shadow ends
    }
    const found = [...article.querySelectorAll(may)];
    const scrolls = found.map((element) => element.clientWidth > 0
      && (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 16)
      && ["auto", "scroll"].includes(getComputedStyle(element).overflowX));
    found.forEach((element, index) => {
      if (scrolls[index]) element.tabIndex = 0;
      else if (element.tabIndex === 0) element.removeAttribute("tabindex");
    });
  };
  // The article's size changes with the window's, and when something in it opens.
  const watch = new ResizeObserver(() => requestAnimationFrame(mark));
  watch.observe(article);
});
