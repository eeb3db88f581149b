import type { ReactNode } from 'react';

/** A link, code, or strong text, as help texts have them; a Markdown library would be a tenth of the page. */
const marked = /\[([^\]]+)\]\((https?:[^)\s]+)\)|`([^`]+)`|\*\*([^*]+)\*\*/g;

/** A help text of the definition. */
export function HelpText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, label, href, code, strong] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (href) {
      parts.push(
        <a key={match.index} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>,
      );
    } else if (code) parts.push(<code key={match.index}>{code}</code>);
    else parts.push(<b key={match.index}>{strong}</b>);
  }
  return [...parts, text.slice(end)];
}
