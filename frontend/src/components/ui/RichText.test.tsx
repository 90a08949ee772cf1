import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { RichText } from "./RichText";

const html = (text: string) => render(<RichText text={text} />).container.firstElementChild?.innerHTML;

test("plain text keeps its three marks and nothing else", () => {
  expect(html("One **bold** word\n\n- a\n- b <i>")).toBe(
    "<p>One <strong>bold</strong> word</p><ul><li>a</li><li>b &lt;i&gt;</li></ul>",
  );
});

test("known elements are made anew, without attributes", () => {
  expect(html('<h3 class="x">Title</h3><p onclick="go()">A<br>b <em>c</em></p>')).toBe(
    "<h3>Title</h3><p>A<br>b <em>c</em></p>",
  );
});

test("unknown elements leave their words, scripts leave nothing", () => {
  expect(html("<p><img src=x onerror=alert(1)>ok<span>ay</span></p><script>alert(1)</script>")).toBe(
    "<p>okay</p>",
  );
});

test("only links that lead somewhere safe are links", () => {
  expect(
    html(
      '<p><a href="javascript:alert(1)">a</a><a href="//evil.example">b</a><a href="/plans">c</a><a href="https://carrier.example">d</a></p>',
    ),
  ).toBe(
    '<p>ab<a href="/plans">c</a><a href="https://carrier.example" target="_blank" rel="noreferrer">d</a></p>',
  );
});
