import type { Block } from '@rivulet/blocks/block'
import { checkBlocks } from '@rivulet/blocks/check'
import { drawBlocks } from '@rivulet/blocks/draw'
import { htmlOf } from '@rivulet/blocks/html'
import { blocksFromMarkdown, MarkdownStream } from '@rivulet/blocks/markdown'
import { reactOf } from '@rivulet/blocks/react'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Message } from 'slack-blocks-to-jsx'
import { answer, oneConstruct, sixtyElements } from './documents.ts'
import { median, ratio, type Row } from './report.ts'

const appends = 300

/** What text costs in one process: checking, converting, drawing, and growing, beside what everybody knows. */
export function blocks(rounds: number): Row[] {
  const markdownIt = new MarkdownIt({ linkify: true, breaks: true })
  const elements = sixtyElements()
  const elementsJson = JSON.stringify(elements)
  const converted = blocksFromMarkdown(answer).slice(0, 50)
  const convertedJson = JSON.stringify(converted)
  const compare = (what: string, ours: () => unknown, theirs: () => unknown, goal?: Row['goal']): Row => {
    const [one, other] = times(rounds, ours, theirs)
    return {
      what,
      figure: `${(median(one) * 1000).toFixed(0)} µs to ${(median(other) * 1000).toFixed(0)} µs`,
      ...ratio(one, other),
      ...(goal ? { goal } : {}),
    }
  }
  const parse = () => blocksFromMarkdown(answer)
  const draw = () => htmlOf(drawBlocks(converted, nobody()))
  return [
    compare(
      'check of 60 elements, to JSON.parse',
      () => checkBlocks(elements),
      () => JSON.parse(elementsJson),
      { most: 3 },
    ),
    compare(
      'check of an answer, to JSON.parse',
      () => checkBlocks(converted),
      () => JSON.parse(convertedJson),
      { most: 3 },
    ),
    compare('Markdown to blocks, to marked to HTML', parse, () => marked.parse(answer)),
    compare('Markdown to blocks, to markdown-it to HTML', parse, () => markdownIt.render(answer)),
    compare('drawing as a string, to JSON.parse', draw, () => JSON.parse(convertedJson)),
    compare('drawing by React, to the string', () => drawByReact(converted), draw),
    compare(
      'an answer drawn by React, to slack-blocks-to-jsx',
      () => drawByReact(converted),
      () => drawByPeer(convertedJson),
    ),
    compare(
      '60 elements drawn by React, to slack-blocks-to-jsx',
      () => drawByReact(elements),
      () => drawByPeer(elementsJson),
    ),
    compare(`${appends} appends of 40 characters with a view each, to one parse`, () => grow(answer), parse, {
      most: 3,
    }),
    ...Object.entries(oneConstruct).map(([name, text]) =>
      compare(
        `the same of one long ${name}`,
        () => grow(text),
        () => blocksFromMarkdown(text),
      ),
    ),
  ]
}

function drawByReact(blocks: readonly Block[]): string {
  return renderToStaticMarkup(reactOf(drawBlocks(blocks, nobody())))
}

/** From JSON, since its types of blocks are its own. Reading it is a hundredth of what drawing takes there. */
function drawByPeer(json: string): string {
  const message: ComponentProps<typeof Message> = { blocks: JSON.parse(json), logo: '', name: '', withoutWrapper: true }
  return renderToStaticMarkup(createElement(Message, message))
}

function grow(text: string): void {
  const stream = new MarkdownStream()
  for (let at = 0; at < text.length; at += 40) {
    stream.push(text.slice(at, at + 40))
    stream.blocks(true)
  }
  stream.blocks(false)
}

/** A viewer of their own, for whom nothing was drawn yet. */
function nobody() {
  const none = () => undefined
  return { user: none, channel: none, usergroup: none, emoji: {} }
}

/** Milliseconds of processor time of both in turn, A B B A, once they are warm. */
function times(rounds: number, ours: () => unknown, theirs: () => unknown): [number[], number[]] {
  const all: [number[], number[]] = [[], []]
  for (const work of [ours, theirs]) for (let i = 0; i < 30; i++) work()
  for (let round = 0; round < rounds * 3; round++) {
    for (const side of [0, 1, 1, 0] as const) all[side].push(timeOf(side === 0 ? ours : theirs))
  }
  return all
}

/** Long enough that one collection of garbage is not the whole of it. */
function timeOf(work: () => unknown): number {
  const start = processorTime()
  let calls = 0
  while (processorTime() - start < 15) {
    work()
    calls++
  }
  return (processorTime() - start) / calls
}

/** What else runs on the machine does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
