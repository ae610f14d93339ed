/* What the demo's tabs and the chapters' figures are made of: the question before the answer, labelled inputs, drawing in
   frames. */

let named = 0;

/** A question with answers to choose from; `then(chosen)` is called once, with the index of the answer, and
 *  returns the element with the truth: the button that had the focus goes, and the focus moves there. */
function question(place, text, answers, then) {
  const name = `demo-question-${named++}`;
  place.innerHTML = `<form class="demo-question"><fieldset><legend>What do you expect?</legend><p>${text}</p>
    ${answers.map((answer, i) => `<label><input type="radio" name="${name}" value="${i}" required> ${answer}</label>`).join("")}
    </fieldset><button type="submit">Show the answer</button></form>`;
  const form = place.querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = Number(new FormData(form).get(name));
    form.querySelectorAll("input, button").forEach((input) => { input.disabled = true; });
    form.querySelector("button").hidden = true;
    then(chosen).focus();
  });
}

/** A native input with its label and, beside it, its value in words. */
function slider(id, label, { min, max, step, value }) {
  return `<label for="${id}">${label} <output for="${id}" id="${id}-out"></output></label>
    <input type="range" id="${id}" min="${min}" max="${max}" step="${step}" value="${value}">`;
}

function choice(id, label, options, value) {
  const listed = options.map(([key, text]) => `<option value="${key}"${key === value ? " selected" : ""}>${text}</option>`);
  return `<label for="${id}">${label}</label><select id="${id}">${listed.join("")}</select>`;
}

/** Call `work` in the next frame, once, however often it was asked for. */
function framed(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      work();
    });
  };
}

/** Call `step` in frame after frame until it returns true; the function that is returned stops it. */
function inFrames(step) {
  let running = true;
  const next = () => {
    if (running && !step()) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  return () => { running = false; };
}

/** The last result is kept while the key is the same. */
function remembered(make) {
  let [known, result] = [null, null];
  return (key, ...given) => {
    if (key !== known) [known, result] = [key, make(...given)];
    return result;
  };
}

function fit(svg, width, height) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.style.height = `${height}px`;
}

/** Begin an interactive figure in `place`: `make(place)` fills it and returns a function that draws it, which is called
 *  again when the width changes. The pictures for readers without scripts go. */
function beginFigure(place, make) {
  const draw = framed(make(place));
  draw();
  let width = place.clientWidth;
  new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    draw();
  }).observe(place);
  hideStills();
  place.dataset.ready = "yes";
}

function hideStills() {
  for (const still of document.querySelectorAll(".tag_demo-still")) still.style.display = "none";
}

/** Give an element of role "status" a text once things have come to rest: a reader's voice cannot follow a drag. */
function whenAtRest(element) {
  let waiting = 0;
  return (text) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { element.textContent = text; }, 400);
  };
}
