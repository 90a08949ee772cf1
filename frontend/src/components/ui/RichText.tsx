import { Fragment } from "react";
import s from "./RichText.module.css";

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

/** The catalog's long texts: a blank line is a paragraph, "- " a list item, "**…**" bold. Never HTML. */
export function RichText({ text }: { text: string }) {
  return (
    <div className={s.text}>
      {text
        .split(/\n\s*\n/)
        .filter((block) => block.trim())
        .map((block, index) => (
          <Block key={index} text={block.trim()} />
        ))}
    </div>
  );
}
