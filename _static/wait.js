// A page is shown once its browser has read the font of formulas, some hundredths of a second later:
// with another font lines would break elsewhere, and the page move.
{
  const {classList} = document.documentElement, show = () => classList.remove("osphg-waits");
  classList.add("osphg-waits");
  document.fonts.load('1em "STIX Two Math"').then(show, show);
  setTimeout(show, 1000);
}
