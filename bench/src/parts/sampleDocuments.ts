import type { RichTextBlock, RichTextInline } from '@rivulet/blocks/types'

/** A rich text block with 60 elements of all common kinds. */
export function createSixtyElements(): RichTextBlock[] {
  const kinds: RichTextInline[] = [
    { type: 'text', text: 'some words', style: { bold: true } },
    { type: 'link', url: 'https://example.com', text: 'there' },
    { type: 'user', user_id: 'U12345678' },
    { type: 'emoji', name: 'wave', unicode: '1f44b' },
    { type: 'date', timestamp: 1392734382, format: '{date_short}', fallback: 'Feb 18' },
  ]
  const elements = Array.from({ length: 12 }, () => kinds).flat()
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
}

const part = (i: number): string => `## Step ${i}: what was found

The **first** thing to know is that \`config.ts\` reads *everything* once, as [the page](https://example.com/${i}) says.
Then it goes on, and nothing is read ~~twice~~ again. See also https://example.com/docs/${i}?a=b for the rest of it.

- one point, which is long enough to be a sentence of its own
- another with \`code\` in it
  1. deeper
  2. deeper still, and **bold**
- [x] done

| name | count | what it is |
|------|------:|------------|
| one  | ${i}     | the first  |
| two  | ${i * 2}     | **second** |

\`\`\`ts
export function step${i}(given: string): number {
  return given.length * ${i}
}
\`\`\`

> A quote of somebody, who said it well.

`

/** Markdown as an assistant writes it, 12,000 characters long. */
export const sampleAnswer = Array.from({ length: 20 }, (_, i) => part(i))
  .join('')
  .slice(0, 12_000)

const repeated = (line: (i: number) => string): string =>
  Array.from({ length: 400 }, (_, i) => line(i))
    .join('')
    .slice(0, 12_000)

/** Answers of the same length that consist of a single construct each. */
export const singleConstructs: Record<string, string> = {
  paragraph: repeated(
    (i) => `A **sentence** about \`thing${i}\`, as [the page](https://example.com/${i}) says, and more. `,
  ),
  list: repeated((i) => `- point ${i}, which is **long** enough to be a sentence\n`),
  'code block': `\`\`\`ts\n${repeated((i) => `const value${i} = other(${i}, 'text')\n`)}`.slice(0, 12_000),
  table:
    `| name | what it is |\n|---|---|\n${repeated((i) => `| row ${i} | **${i}**, and some words that fill the row, so that it is as long as they are |\n`)}`.slice(
      0,
      12_000,
    ),
}
