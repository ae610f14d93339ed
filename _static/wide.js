// A formula within a line that is wider than its column scrolls by itself (class osphg-wide in
// custom.css); all others stay as they are, since whatever scrolls can no longer stand out of its line.
addEventListener("load", () => {
  const article = document.querySelector("article");
  if (!article || !window.MathJax?.startup?.promise) return;
  const room = (element) => {
    let around = element.parentElement;
    while (getComputedStyle(around).display.startsWith("inline")) around = around.parentElement;
    const style = getComputedStyle(around);
    return around.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  };
  const mark = () => {
    const formulas = [...article.querySelectorAll("span.math")];
    const wide = formulas.map((formula) => {
      const drawn = formula.querySelector("mjx-math");
      return drawn !== null && drawn.getBoundingClientRect().width > room(formula) + 1;
    });
    formulas.forEach((formula, index) => formula.classList.toggle("osphg-wide", wide[index]));
  };
  // The article's size changes with the window's, and when something in it opens.
  const watch = new ResizeObserver(() => requestAnimationFrame(mark));
  window.MathJax.startup.promise.then(() => watch.observe(article));
});
