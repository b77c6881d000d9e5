// One criterion: shows what belongs to the chosen kind, and the curve while it is typed. The server draws the curve,
// so that its arithmetic is the one that counts.
const form = document.querySelector("#criterion"), chart = document.querySelector("#preview");
const problems = document.querySelector("#preview-problems");
const CURVE = /^(metric|unit|score_[15]_at|scale|middle_)/;
const WAIT = 250;
let timer = null, asked = 0;

function kind() {
  const chosen = form.elements.kind.value;
  for (const part of form.querySelectorAll("[data-of-kind]")) part.hidden = part.dataset.ofKind !== chosen;
  return chosen;
}

async function preview() {
  const own = ++asked;
  const words = new URLSearchParams([["key", chart.dataset.key]]);
  for (const field of form.elements) if (CURVE.test(field.name) && field.value) words.append(field.name, field.value);
  if (!words.has("score_1_at") || !words.has("score_5_at")) { chart.hidden = true; return; }
  const answer = await fetch(`${chart.dataset.preview}?${words}`, { headers: { Accept: "application/json" } });
  const body = await answer.json();
  if (own !== asked) return; // something newer was typed meanwhile
  problems.textContent = (body.problems ?? []).join(" ");
  chart.hidden = Boolean(body.problems);
  if (body.problems) return;
  chart.spec = body;
  document.dispatchEvent(new Event("themechange")); // charts.js draws what has a spec
}

form.addEventListener("input", (event) => {
  if (event.target.name === "kind" ? kind() !== "curve" : !CURVE.test(event.target.name)) return;
  clearTimeout(timer);
  timer = setTimeout(preview, WAIT);
});
if (kind() === "curve") preview();
