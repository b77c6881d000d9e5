"""Walks from page to page as a person who follows every link, each page once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import (
    Resolver404,
    URLResolver,
    get_resolver,
    resolve,
)
from playwright.sync_api import BrowserContext, Page

from procurement.accounts.models import User

WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}
# A locked tab leads to a page that says why; the others lead to pages.
LINKS = """() => [...document.querySelectorAll("a[href]")]
  .filter((a) => a.origin === location.origin && !a.querySelector('use[href$="#lock"]'))
  .map((a) => a.pathname)"""
CHARTS = """async () => {
  for (const chart of document.querySelectorAll("[data-chart]")) {
    chart.scrollIntoView();
    for (let n = 0; n < 200 && !chart.querySelector(".main-svg"); n += 1)
      await new Promise((done) => setTimeout(done, 20));
  }
  scrollTo(0, 0);
}"""
# What sticks out of the window, is cut off by its box, or hides in a table that
# scrolls although the window is wide. Fields scroll their own text; charts follow a
# new width a moment later.
CUT = """async () => {
  const cut = [];
  for (let n = 0; n < 50; n += 1) {
    if (document.documentElement.scrollWidth <= innerWidth) break;
    await new Promise((done) => setTimeout(done, 40));
  }
  const words = (e) => e.textContent.trim().slice(0, 40);
  const blame = (why, e) => cut.push(`${why}: ${e.tagName}.${e.className} ${words(e)}`);
  const flow = (e) => getComputedStyle(e).overflowX;
  const scrolls = (e) => ["auto", "scroll"].includes(flow(e));
  const width = document.documentElement.clientWidth, wide = width > 1000;
  if (document.documentElement.scrollWidth > width) cut.push("the page scrolls");
  for (const e of document.querySelectorAll("main *")) {
    if (e.closest(".visually-hidden, svg *, select, .chart")) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height || e.matches("input, textarea")) continue;
    let outer = e.parentElement;
    while (outer && !scrolls(outer)) outer = outer.parentElement;
    if (!outer && box.right > width + 1) blame("outside", e);
    if (e.scrollWidth <= e.clientWidth + 1) continue;
    if (["hidden", "clip"].includes(flow(e))) blame("cut off", e);
    const table = e.matches(".dt-wrap:not(:has(.form-rows))");
    if (wide && table) blame(`needs ${e.scrollWidth} px`, e);
  }
  return cut;
}"""
# The rows of a long table are alike: judging the first ones saves minutes.
THIN = """() => document.querySelectorAll("tbody tr:nth-child(n + 13)")
  .forEach((row) => row.remove())"""
SWITCH_THEME = """async () => {
  document.querySelector("[data-theme-toggle]").click();
  await new Promise((done) => setTimeout(done, 20));
  if (document.getAnimations().length)
    await new Promise((done) => setTimeout(done, 400));
}"""
CONTRAST = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
EVERYTHING = {"resultTypes": ["violations"]}
WEIGHTY = {"serious", "critical"}


@dataclass(kw_only=True)
class Walk:
    """What was visited, by whom, and what was wrong there."""

    skipped: frozenset[str]
    places: list[tuple[User, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def go(self, page: Page, person: User, starts: Sequence[str]) -> None:
        """Visit the starts and whatever page they lead to that nobody has visited."""
        waiting = list(starts)
        for place, path in enumerate(waiting):
            name = name_of(path)
            known = self.skipped | (self.names if place >= len(starts) else set())
            if name is None or name in known:
                continue
            self.names.add(name)
            answer = page.goto(path)
            if not (answer and answer.ok):
                status = answer.status if answer else "no answer"
                self.blame(person, path, [str(status)])
            self.places.append((person, path))
            links = page.evaluate(LINKS)
            self.look(page, person, path)
            waiting += links

    def look(self, page: Page, person: User, path: str) -> None:
        """Judge a page in light, in dark and on a phone."""
        page.evaluate(CHARTS)
        found = page.evaluate(CUT) + on_a_phone(page)
        page.evaluate(THIN)
        found += weighty(page, EVERYTHING)
        page.evaluate(SWITCH_THEME)
        found += [f"dark: {fault}" for fault in weighty(page, CONTRAST)]
        page.evaluate(SWITCH_THEME)
        self.blame(person, path, found + page.evaluate("window.violations.splice(0)"))

    def look_again(self, page: Page, person: User, path: str) -> None:
        """Judge a page in another language: its size is what can differ."""
        page.goto(path)
        page.evaluate(CHARTS)
        language = page.evaluate("document.documentElement.lang")
        found = page.evaluate(CUT) + on_a_phone(page)
        found += page.evaluate("window.violations.splice(0)")
        self.blame(person, f"{language} {path}", found)

    def blame(self, person: User, path: str, found: list[str]) -> None:
        """Keep what is wrong with a page."""
        self.faults += [f"{person.name} {path}: {fault}" for fault in found]


def on_a_phone(page: Page) -> list[str]:
    """What sticks out of a narrow window."""
    page.set_viewport_size(NARROW)
    found = [f"390 px: {fault}" for fault in page.evaluate(CUT)]
    page.set_viewport_size(WIDE)
    return found


def weighty(page: Page, options: dict[str, object]) -> list[str]:
    """The serious and critical findings of axe: rule and place."""
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in Axe().run(page, options=options).response["violations"]
        if rule["impact"] in WEIGHTY
        for node in rule["nodes"]
    ]


def sign_in(context: BrowserContext, person: User, address: str) -> None:
    """Take the session of a person into a browser, without the door."""
    client = Client()
    client.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    context.add_cookies([{"name": name, "value": value, "url": address}])


def name_of(path: str) -> str | None:
    """The name of the page at an address; None for what is no page of this site."""
    try:
        return str(resolve(urlsplit(path).path).view_name)
    except Resolver404:
        return None


def all_names() -> set[str]:
    """The name of every address of the site but those of the API's resources."""
    return set(_names(get_resolver(), ""))


def _names(resolver: URLResolver, space: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            yield from _names(entry, inner)
        elif entry.name:
            yield f"{space}{entry.name}"
