import type { Block } from '@rivulet/blocks/types'
import { checkBlocks } from '@rivulet/blocks/check'
import { drawBlocks } from '@rivulet/blocks/draw'
import { renderHtml } from '@rivulet/blocks/html'
import { blocksFromMarkdown, MarkdownStream } from '@rivulet/blocks/markdown'
import { renderReact } from '@rivulet/blocks/react'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Message } from 'slack-blocks-to-jsx'
import { sampleAnswer, singleConstructs, createSixtyElements } from './sampleDocuments.ts'
import { compareSeries, median, type ReportRow } from '#report'

const appends = 300

/** The cost of checking, converting, drawing and streaming blocks, compared with well-known libraries. */
export function measureBlocks(rounds: number): ReportRow[] {
  const markdownIt = new MarkdownIt({ linkify: true, breaks: true })
  const elements = createSixtyElements()
  const elementsJson = JSON.stringify(elements)
  const converted = blocksFromMarkdown(sampleAnswer).slice(0, 50)
  const convertedJson = JSON.stringify(converted)
  const compare = (what: string, ours: () => unknown, theirs: () => unknown, goal?: ReportRow['goal']): ReportRow => {
    const [own, other] = measureInTurns(rounds, ours, theirs)
    return {
      what,
      figure: `${(median(own) * 1000).toFixed(0)} µs vs ${(median(other) * 1000).toFixed(0)} µs`,
      ...compareSeries(own, other),
      ...(goal ? { goal } : {}),
    }
  }
  const parse = () => blocksFromMarkdown(sampleAnswer)
  const drawAsString = () => renderHtml(drawBlocks(converted, createEmptyLookup()))
  return [
    compare(
      'check of 60 elements vs JSON.parse',
      () => checkBlocks(elements),
      () => JSON.parse(elementsJson),
      { atMost: 3 },
    ),
    compare(
      'check of an answer vs JSON.parse',
      () => checkBlocks(converted),
      () => JSON.parse(convertedJson),
      { atMost: 3 },
    ),
    compare('Markdown to blocks vs marked to HTML', parse, () => marked.parse(sampleAnswer)),
    compare('Markdown to blocks vs markdown-it to HTML', parse, () => markdownIt.render(sampleAnswer)),
    compare('drawing as a string vs JSON.parse', drawAsString, () => JSON.parse(convertedJson)),
    compare('drawing with React vs as a string', () => drawByReact(converted), drawAsString),
    compare(
      'an answer drawn with React vs slack-blocks-to-jsx',
      () => drawByReact(converted),
      () => drawBySlackBlocksToJsx(convertedJson),
    ),
    compare(
      '60 elements drawn with React vs slack-blocks-to-jsx',
      () => drawByReact(elements),
      () => drawBySlackBlocksToJsx(elementsJson),
    ),
    compare(
      `${appends} appends of 40 characters, blocks after each, vs one parse`,
      () => streamMarkdown(sampleAnswer),
      parse,
      {
        atMost: 3,
      },
    ),
    ...Object.entries(singleConstructs).map(([name, text]) =>
      compare(
        `the same for one long ${name}`,
        () => streamMarkdown(text),
        () => blocksFromMarkdown(text),
      ),
    ),
  ]
}

function drawByReact(blocks: readonly Block[]): string {
  return renderToStaticMarkup(renderReact(drawBlocks(blocks, createEmptyLookup())))
}

/** Takes JSON, because this library has other types of blocks. Parsing is a hundredth of the total cost. */
function drawBySlackBlocksToJsx(json: string): string {
  const message: ComponentProps<typeof Message> = { blocks: JSON.parse(json), logo: '', name: '', withoutWrapper: true }
  return renderToStaticMarkup(createElement(Message, message))
}

function streamMarkdown(text: string): void {
  const stream = new MarkdownStream()
  for (let at = 0; at < text.length; at += 40) {
    stream.push(text.slice(at, at + 40))
    stream.blocks(true)
  }
  stream.blocks(false)
}

/** A new lookup that knows no names, so that nothing is cached for it. */
function createEmptyLookup() {
  const none = () => undefined
  return { user: none, channel: none, usergroup: none, emoji: {} }
}

/** Processor time of both in milliseconds, measured in turn (A B B A) after a warm-up. */
function measureInTurns(rounds: number, ours: () => unknown, theirs: () => unknown): [number[], number[]] {
  const all: [number[], number[]] = [[], []]
  for (const work of [ours, theirs]) for (let i = 0; i < 30; i++) work()
  for (let round = 0; round < rounds * 3; round++) {
    for (const side of [0, 1, 1, 0] as const) all[side].push(measureCall(side === 0 ? ours : theirs))
  }
  return all
}

/** Runs long enough that a single garbage collection does not dominate. */
function measureCall(work: () => unknown): number {
  const start = readOwnProcessorTime()
  let calls = 0
  while (readOwnProcessorTime() - start < 15) {
    work()
    calls++
  }
  return (readOwnProcessorTime() - start) / calls
}

/** In milliseconds. Other load on the machine does not count. */
function readOwnProcessorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
