import { createElement, Fragment, type ReactNode } from "react";
import s from "./RichText.module.css";

/** Elements the catalog's texts may hold; of any other element only the words stay. */
const TAGS = new Set(["p", "br", "strong", "em", "ul", "ol", "li", "h3", "h4", "a"]);
const SAFE_LINK = /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i;

function linkProps(element: Element) {
  const href = element.getAttribute("href") ?? "";
  if (!SAFE_LINK.test(href)) return null;
  return /^http/i.test(href) ? { href, target: "_blank", rel: "noreferrer" } : { href };
}

function toNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (tag === "script" || tag === "style") return null;
  if (tag === "br") return <br key={key} />;
  const children = [...node.childNodes].map(toNode);
  const props = tag === "a" ? linkProps(node) : {};
  if (!TAGS.has(tag) || !props) return <Fragment key={key}>{children}</Fragment>;
  return createElement(tag, { key, ...props }, ...children);
}

/** An inert document: nothing in it loads or runs, and only known elements are made anew. */
function Html({ text }: { text: string }) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  return <>{[...body.childNodes].map(toNode)}</>;
}

function Inline({ text }: { text: string }) {
  return (
    <>
      {text
        .split(/\*\*(.+?)\*\*/g)
        .map((part, index) =>
          index % 2 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
        )}
    </>
  );
}

const isItem = (line: string) => line.startsWith("- ");

function Block({ text }: { text: string }) {
  const lines = text.split("\n").filter(Boolean);
  const intro = lines.filter((line) => !isItem(line));
  const items = lines.filter(isItem);
  return (
    <>
      {intro.length > 0 && (
        <p>
          {intro.map((line, index) => (
            <Fragment key={index}>
              {index > 0 && <br />}
              <Inline text={line} />
            </Fragment>
          ))}
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((line, index) => (
            <li key={index}>
              <Inline text={line.slice(2)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * The catalog's long texts. One that begins with "<" is HTML of a few elements; any other is plain text in which a
 * blank line is a paragraph, "- " a list item and "**…**" bold.
 */
export function RichText({ text }: { text: string }) {
  const html = text.trimStart().startsWith("<");
  return (
    <div className={s.text}>
      {html ? (
        <Html text={text} />
      ) : (
        text
          .split(/\n\s*\n/)
          .filter((block) => block.trim())
          .map((block, index) => <Block key={index} text={block.trim()} />)
      )}
    </div>
  );
}
