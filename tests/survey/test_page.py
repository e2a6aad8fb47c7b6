"""The page of a survey, in a real browser: what a person does with it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from leanschema.survey.page import write_page
from tests.survey.page_report import HOSTILE, TOKENIZER_WARNING, sample_report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine's PATH"),
    pytest.mark.filterwarnings(TOKENIZER_WARNING),
]

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
NAMES = "#tool-table tbody .tool-name"
OPENABLE = "#tool-table tbody .open"
# A page that takes longer feels slow; a busy machine takes several times what a quiet one does.
QUICK_SECONDS = 4

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Visit:
    """A page in the browser, and everything that it said or asked for."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(address)
        page.wait_for_selector(NAMES)

    def names(self) -> list[str]:
        return self.page.locator(NAMES).all_text_contents()

    def has_no_overflow(self) -> bool:
        width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        return bool(self.page.evaluate(width))

    def open_tool(self, name: str) -> None:
        self.page.fill("#search", name)
        self.page.locator(OPENABLE).first.focus()
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#icicle .box")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield running
        running.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("page") / "survey.html")


def written(path: Path, *, rows_in_all: int = 0) -> str:
    write_page(sample_report(rows_in_all=rows_in_all), path)
    return path.as_uri()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    seen = Visit(context.new_page(), address)
    yield seen
    assert [] == seen.complaints
    assert [address] == seen.requests
    context.close()


def test_search_finds_by_name_provider_and_several_words(visit: Visit) -> None:
    everything = visit.names()

    visit.page.fill("#search", "CALENDAR list")

    assert ["list_events"] == visit.names()
    assert f"1 of {len(everything)} tools" == visit.page.inner_text("#found")

    visit.page.fill("#search", "no such tool")

    assert [] == visit.names()


def test_the_largest_tool_comes_first_and_a_column_sorts_both_ways(visit: Visit) -> None:
    by_size = visit.names()
    header = visit.page.locator("th", has=visit.page.get_by_role("button", name="tool", exact=True))

    visit.page.get_by_role("button", name="tool", exact=True).click()
    by_name = visit.names()

    assert "ascending" == header.get_attribute("aria-sort")
    assert sorted(by_name[1:], key=str.lower) == by_name[1:]

    visit.page.get_by_role("button", name="tool", exact=True).press("Enter")

    assert "descending" == header.get_attribute("aria-sort")
    assert by_name[::-1] == visit.names()

    visit.page.get_by_role("button", name="published", exact=True).first.click()
    assert by_size == visit.names()
    visit.page.get_by_role("button", name="published", exact=True).first.click()
    assert by_size[::-1] == visit.names()


def test_a_tool_opens_and_closes_by_keyboard_and_gives_the_focus_back(visit: Visit) -> None:
    visit.open_tool("create_space")

    assert visit.page.locator("#tool").is_visible()
    assert "create_space" == visit.page.inner_text("#tool-name")

    visit.page.keyboard.press("Escape")

    assert not visit.page.locator("#tool").is_visible()
    assert "create_space" == visit.page.evaluate("document.activeElement.textContent")


def test_a_tool_says_what_of_it_is_kept(visit: Visit) -> None:
    visit.page.fill("#search", "list_events")
    cells = visit.page.locator("#tool-table tbody tr").first.locator("td").all_text_contents()
    assert ["0", "0"] == cells[-2:]

    visit.open_tool("list_events")
    assert "tokens · all property paths and words kept" in visit.page.inner_text("#tool")

    visit.page.keyboard.press("Escape")
    visit.open_tool("create_space")
    assert "12 of 20 property paths and 30 of 90 words kept" in visit.page.inner_text("#tool")


def test_arrow_keys_walk_the_icicle_and_say_path_and_tokens(visit: Visit) -> None:
    visit.open_tool("create_space")
    page = visit.page
    said = page.locator("#readout")
    page.locator("#icicle [tabindex='0']").focus()

    assert said.inner_text().startswith("the whole schema")

    page.keyboard.press("ArrowRight")
    assert said.inner_text().startswith("/$defs\n")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    second = said.inner_text()
    page.keyboard.press("ArrowUp")
    assert second != said.inner_text()
    assert "tokens" in second

    page.keyboard.press("Enter")
    first = page.locator("#icicle .box").first
    assert "Block" == first.locator(".label").inner_text()
    page.keyboard.press("Backspace")
    assert "$defs" == first.locator(".label").inner_text()


def test_what_is_chosen_in_the_icicle_is_shown_in_the_schema(visit: Visit) -> None:
    visit.open_tool("create_space")

    visit.page.get_by_role("treeitem", name="/$defs/Block,").focus()

    assert '"Block": {' == visit.page.inner_text("#before .line.here .text")
    assert '"Block": {' == visit.page.inner_text("#after .line.here .text")
    assert visit.page.locator("#after").evaluate("(pane) => pane.scrollTop > 0")


def test_a_lost_place_shows_where_it_was(visit: Visit) -> None:
    visit.open_tool("create_space")

    visit.page.get_by_role("treeitem", name="/properties/name/description,").focus()

    assert visit.page.inner_text("#before .line.here .text").startswith('"description": ')
    assert '"name": {' == visit.page.inner_text("#after .line.here .text")


def test_what_was_lost_is_marked_on_both_sides(visit: Visit) -> None:
    visit.open_tool("create_space")
    page = visit.page

    lost = page.locator("#before .line.lost .text").all_text_contents()

    assert any(line.startswith('"description": ') for line in lost)
    assert '"minLength": 1,' in lost
    assert page.locator("#before .line.changed").count()
    assert page.locator("#after .line.new").count()
    assert not page.locator("#after .line.lost").count()


def test_the_icicle_can_show_what_is_left(visit: Visit) -> None:
    visit.open_tool("create_space")
    whole = visit.page.locator("#icicle .box").first
    before = whole.inner_text()

    visit.page.get_by_role("button", name="compacted", exact=True).last.click()

    assert before != whole.inner_text()


def test_the_edits_of_a_fitter_are_listed_in_their_order(visit: Visit) -> None:
    visit.open_tool("create_space")
    edits = visit.page.locator("#edits tr").all_text_contents()
    assert ["shorten description/properties/blocks/description12"] == edits[:1]
    assert edits[1].startswith("collapse </script>")
    visit.page.locator("#edits button").first.click()
    assert 1 <= visit.page.locator("#before .line.here").count()

    visit.page.keyboard.press("Escape")
    visit.open_tool("apply_edits")
    assert visit.page.locator("#went").is_hidden()
    assert [] == visit.complaints


def test_hostile_text_stays_text(visit: Visit) -> None:
    page = visit.page
    visit.open_tool("onerror")

    assert HOSTILE == page.inner_text("#tool-name")
    assert "onerror" in page.inner_text("#before")
    assert page.title().startswith("Sample tools </script>")
    assert 0 == page.locator("img").count()
    assert 1 == page.locator("script:not([type])").count()
    assert any(HOSTILE in text for text in page.locator("td").all_text_contents())


def test_numbers_are_shown_as_they_were_published(visit: Visit) -> None:
    visit.open_tool("onerror")

    said = visit.page.inner_text("#before")

    assert '"const": 12345678901234567890' in said
    assert '"default": 1.0' in said


def test_the_page_follows_the_dark_scheme(browser: Browser, address: str) -> None:
    lightness = """(selector) => {
        const [r, g, b] = getComputedStyle(document.querySelector(selector))
            [selector === 'body' ? 'backgroundColor' : 'fill'].match(/[0-9]+/g).map(Number);
        return (r + g + b) / 765;
    }"""
    seen: dict[str, list[float]] = {}
    for scheme in SCHEMES:
        context = browser.new_context(color_scheme=scheme)
        page = Visit(context.new_page(), address).page
        seen[scheme] = [page.evaluate(lightness, which) for which in ("body", "figure text")]
        context.close()

    (light_paper, light_text), (dark_paper, dark_text) = seen["light"], seen["dark"]
    assert light_text < 0.5
    assert light_paper > 0.9
    assert dark_paper < 0.15
    assert dark_text > 0.5


def test_a_phone_needs_no_sideways_scrolling(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    visit = Visit(context.new_page(), address)

    assert visit.has_no_overflow()
    visit.open_tool("create_space")
    assert visit.has_no_overflow()
    inside = "(dialog) => dialog.scrollWidth <= dialog.clientWidth"
    assert visit.page.locator("#tool").evaluate(inside)
    context.close()


def test_the_page_stays_quick_with_20000_tools(browser: Browser, tmp_path: Path) -> None:
    address = written(tmp_path / "large.html", rows_in_all=20_000)
    context = browser.new_context()

    started = time.monotonic()
    visit = Visit(context.new_page(), address)
    shown = time.monotonic()
    visit.page.fill("#search", "tool_1999")
    visit.page.wait_for_function("document.querySelector('#found').textContent.startsWith('11 of')")
    found = time.monotonic()
    visit.page.fill("#search", "")
    visit.page.get_by_role("button", name="words lost").click()
    visit.page.get_by_role("button", name="Last").click()
    ended = time.monotonic()

    assert shown - started < QUICK_SECONDS
    assert found - shown < QUICK_SECONDS
    assert ended - found < QUICK_SECONDS
    assert "19,951–20,000" == visit.page.inner_text("#range")
    context.close()
