// Clicks through docs/matrix.html as a person does, with mouse and keyboard, and lets
// axe-core look at it. Usage: node browse.mjs PAGE CHROMIUM MODULES [SCREENSHOTS]
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const [page, chromiumPath, modules, screenshots] = process.argv.slice(2);
const require = createRequire(modules + "/");
const {chromium} = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");
const url = pathToFileURL(page).href;

let failures = 0;
function check(ok, ...words) {
  if (ok) return;
  failures++;
  console.error("FAILED:", ...words);
}

const browser = await chromium.launch({executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"]});

for (const [name, viewport] of [["desktop", {width: 1400, height: 900}], ["phone", {width: 400, height: 740}]]) {
  for (const colorScheme of ["light", "dark"]) {
    const view = `${name}, ${colorScheme}`;
    const context = await browser.newContext({viewport, colorScheme, bypassCSP: true, offline: true}); // axe is injected
    const p = await context.newPage();
    p.setDefaultTimeout(30_000);
    p.on("pageerror", e => check(false, view, e));
    p.on("console", m => check(m.type() !== "error", view, m.text()));
    p.on("request", r => check(r.url().startsWith("file:"), view, "asks for", r.url()));
    await p.goto(url);
    await p.addScriptTag({path: axe});

    const accessible = async where => {
      const {violations, passes} = await p.evaluate(() => axe.run(document, {resultTypes: ["violations"]}));
      check(passes.length > 10, view, where, "axe-core looked at nothing");
      for (const v of violations) check(false, view, where, v.id, v.help, v.nodes.slice(0, 3).map(n => n.html + " " + n.failureSummary).join("\n"));
      // axe-core is not sure of words in the color of their background.
      const unseen = await p.evaluate(() => [...document.querySelectorAll(".v")].filter(e => getComputedStyle(e).color === getComputedStyle(e).backgroundColor).length);
      check(unseen === 0, view, where, `${unseen} verdicts have the color of their background`);
      const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(wide <= 0, view, where, `is ${wide} pixels wider than the screen`);
      if (screenshots) await p.screenshot({path: `${screenshots}/${name}-${colorScheme}-${where.replaceAll(" ", "-")}.png`, fullPage: where === "start"});
    };
    const open = () => p.locator("#cells details[open]");
    const heading = () => p.locator("#chosen").textContent();
    const choose = (part, value) => p.locator(`#${part}`).selectOption(value);

    check((await heading()).includes("google.UUID in PostgreSQL 18"), view, "start:", await heading());
    await accessible("start");
    const result = await p.locator("#cells summary").first().boundingBox();
    check(result.y + result.height <= viewport.height, view, "the first result is at", result.y, "and not on the first screen");
    for (const line of await p.locator("table:not(.libraries) tbody tr").all()) {
      const [name, ...numbers] = await line.locator("th, td").allInnerTexts();
      const [tried, ...n] = numbers.map(Number);
      check(tried > 0 && n[0] + n[1] + n[2] === tried && n[3] + n[4] + n[5] === tried && n[6] <= n[4] + n[5], view, name, numbers);
    }

    // The mouse: a store, a library, a column and a type, and the line of a deletion.
    for (const [part, value] of [["store", "MariaDB"], ["library", "GORM inline id"], ["column", "BINARY(16)"], ["type", "std"]]) await choose(part, value);
    check((await heading()).includes("std.UUID in MariaDB, BINARY(16), with GORM"), view, "chosen:", await heading());
    await p.locator('#cells details[data-value="Delete(&x, id)"] summary').click();
    await p.waitForURL(/value=Delete/); // the line hears later that it is open
    const words = await open().innerText();
    check(words.includes("silently wrong") && /\d+ other rows, up to \d+/.test(words) && words.includes("db.Delete("), view, "deletion:", words);
    const link = p.url();
    await accessible("a deletion");

    // The address leads there again, and an address of nothing leads somewhere.
    await p.goto("about:blank");
    await p.goto(link);
    check(await open().count() === 1 && (await heading()).includes("std.UUID in MariaDB"), view, "link:", link, await heading());
    check(await p.evaluate(() => document.activeElement.tagName) === "SUMMARY", view, "link: the line has no focus");
    await p.goto(url + "#store=no+such+thing&type=google");
    await p.locator("#chosen", {hasText: "google.UUID in PostgreSQL 18"}).waitFor();
    check((await p.locator("#cells details").count()) > 0, view, "an address of nothing shows nothing");
    await p.goto(url);
    await p.addScriptTag({path: axe});

    // The cases to begin with are silently wrong today, but the first, which becomes wrong.
    for (const a of await p.locator("nav a").all()) {
      const value = new URLSearchParams((await a.getAttribute("href")).slice(1)).get("value");
      const line = p.locator(`#cells details[open][data-value=${JSON.stringify(value)}]`);
      await a.click();
      await line.waitFor(); // the page hears of its new address later
      const verdicts = await line.locator("summary .v").allInnerTexts();
      check(verdicts[0].includes("silently wrong") || verdicts[0].includes("native") && verdicts[1].includes("becomes wrong"), view, await a.innerText(), verdicts);
    }

    // The keyboard: an arrow takes the next store, Tab leaves it, Space opens a line.
    await choose("store", "MariaDB");
    await p.locator("#store").focus();
    await p.keyboard.press("ArrowDown");
    const next = await p.locator("#store").inputValue();
    check(next !== "MariaDB" && (await heading()).includes(next), view, "arrow:", next, await heading());
    await p.keyboard.press("Tab");
    check(await p.evaluate(() => document.activeElement.name) === "library", view, "Tab does not lead to the libraries");
    await p.keyboard.press("Tab");
    await p.keyboard.press("Tab");
    check(await p.evaluate(() => document.activeElement.name) === "type", view, "Tab does not lead to the types");
    await p.keyboard.press("ArrowDown");
    check(await p.evaluate(() => document.activeElement.name === "type"), view, "an arrow loses the types");
    await p.locator("#cells summary").first().focus();
    await p.keyboard.press("Space");
    check(await open().count() === 1, view, "Space does not open a line");

    // Only what is not native today, or becomes wrong.
    const all = await p.locator("#cells details").count();
    await p.locator("#bad").check();
    const bad = await p.locator("#cells details").count();
    const good = await p.locator("#cells summary:not(:has(.became)) .v:nth-of-type(1).native").count();
    check(bad > 0 && bad < all && good === 0, view, `${bad} of ${all} lines are shown, and ${good} of them are good`);
    await p.locator("#bad").uncheck();

    // All lines of a page open at once.
    await choose("store", "CBOR");
    await p.evaluate(() => document.querySelectorAll("details").forEach(d => d.open = true));
    await p.waitForFunction(() => [...document.querySelectorAll("#cells details")].every(d => d.children.length > 1));
    await accessible("all open");
    await context.close();
  }
}

// Every choice has cells; together they are as many as matrix.json has.
{
  const p = await (await browser.newContext({offline: true})).newPage();
  p.on("pageerror", e => check(false, e));
  await p.goto(url);
  const [sums, claim, choices] = await p.evaluate(() => {
    const sums = [0, 0];
    let choices = 0;
    const click = (part, last) => {
      for (const value of [...document.getElementById(part).options].map(o => o.value)) {
        document.getElementById(part).value = value;
        document.getElementById(part).dispatchEvent(new Event("change", {bubbles: true}));
        if (part !== "type") { click({store: "library", library: "column", column: "type"}[part]); continue; }
        choices++;
        if (value === "int64") continue;
        for (const s of document.getElementById("said").textContent.matchAll(/(Today|With uuidkit):.*?, of (\d+)\./g)) sums[s[1] === "Today" ? 0 : 1] += +s[2];
      }
    };
    click("store");
    const {matrix} = JSON.parse(document.getElementById("data").textContent), all = [0, 0];
    for (const cell of matrix.cells) {
      for (const c of matrix.together[cell[2]]) {
        const [name, kit] = matrix.type[matrix.columns[c][1]];
        if (name !== "int64") all[kit ? 1 : 0]++;
      }
    }
    return [sums, all, choices];
  });
  check(choices > 300 && sums.join() === claim.join(), `${choices} choices have ${sums} cells, want ${claim}`);
  console.log(`${choices} choices with ${sums[0]} cells without uuidkit and ${sums[1]} with it`);
}
await browser.close();
process.exit(failures ? 1 : 0);
