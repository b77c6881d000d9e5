// Order of the criteria: rows are dragged, or moved by their buttons; nothing is sent before "Save order".
// Without this module each button sends the form and moves one row.
const form = document.querySelector("#arrange"), order = form.elements.order;
const said = document.querySelector("#arrange-said");
const list = (name) => form.querySelector(`[data-${name}]`);
const keys = (ul) => [...ul.children].filter((li) => li.dataset.leaf).map((li) => li.dataset.leaf);
const isKnockOut = (li) => li.parentElement === list("knock-outs");

function write() {
  const lines = [...list("dimensions").children].map((li) => `${li.dataset.dim}: ${keys(li.querySelector("[data-leaves]")).join(" ")}`);
  order.value = [keys(list("knock-outs")).join(" "), ...lines].join("\n");
}

function say(words, li) {
  const name = li.querySelector(".grow").textContent.trim();
  said.textContent = form.dataset[words].replace("%s", name).replace("%d", [...li.parentElement.children].indexOf(li) + 1);
}

// one place up or down; a criterion at the edge of its dimension goes on into the next one
function step(li, isUp) {
  const beside = isUp ? li.previousElementSibling : li.nextElementSibling;
  if (beside) beside[isUp ? "before" : "after"](li);
  else {
    const home = !isKnockOut(li) && li.dataset.leaf ? li.parentElement.closest("[data-dim]") : null;
    const other = isUp ? home?.previousElementSibling : home?.nextElementSibling;
    if (!other) return say(isUp ? "first" : "last", li);
    other.querySelector("[data-leaves]")[isUp ? "append" : "prepend"](li);
  }
  write();
  say("moved", li);
}

form.addEventListener("click", (event) => {
  const button = event.target.closest('button[name="move"]');
  if (!button) return;
  event.preventDefault();
  step(button.closest("li"), button.value.startsWith("up "));
  button.focus();
});

let dragged = null;
form.addEventListener("dragstart", (event) => {
  dragged = event.target.closest("li[draggable]");
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.dataset.leaf ?? dragged.dataset.dim);
  dragged.classList.add("dragged");
});

// where a row may go: a dimension among dimensions, a knock-out among knock-outs, a criterion anywhere below a dimension
function target(event) {
  const over = event.target.closest("li[draggable]");
  if (!dragged || !over || over === dragged || dragged.contains(over)) return null;
  if (dragged.dataset.dim) return { beside: over.dataset.dim ? over : over.closest("[data-dim]") };
  if (isKnockOut(dragged)) return isKnockOut(over) ? { beside: over } : null;
  if (over.dataset.leaf) return isKnockOut(over) ? null : { beside: over };
  return { into: over.querySelector("[data-leaves]") };
}

form.addEventListener("dragover", (event) => {
  const place = target(event);
  if (!place || (!place.beside && !place.into) || place.beside === dragged) return;
  event.preventDefault();
  if (place.into) {
    if (dragged.parentElement !== place.into) place.into.prepend(dragged);
    return;
  }
  const box = place.beside.getBoundingClientRect();
  place.beside[event.clientY < box.top + box.height / 2 ? "before" : "after"](dragged);
});
form.addEventListener("drop", (event) => event.preventDefault());
form.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  if (dragged) { write(); say("moved", dragged); }
  dragged = null;
});
