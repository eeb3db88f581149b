import Markdown from 'markdown-to-jsx/react';

const options = {
  disableParsingRawHTML: true,
  forceInline: true,
  overrides: { a: { props: { target: '_blank', rel: 'noreferrer' } } },
} as const;

/** A help text of the definition, which may have links and code. */
export function HelpText({ text }: { text: string }) {
  return <Markdown options={options}>{text}</Markdown>;
}
