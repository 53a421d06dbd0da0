import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import * as check from '#check'
import * as dates from '#dates'
import * as draw from '#draw'
import * as editorDocument from '#editorDocument'
import * as emoji from '#emoji'
import * as html from '#html'
import * as links from '#links'
import * as markdown from '#markdown'
import * as mrkdwn from '#mrkdwn'
import * as plainText from '#plainText'
import * as react from '#react'
import * as replyBlocks from '#markdown/replyBlocks'
import * as streamedReply from './streamedReply.ts'

const modules = {
  check,
  dates,
  draw,
  editorDocument,
  emoji,
  html,
  links,
  markdown,
  mrkdwn,
  plainText,
  react,
  replyBlocks,
  streamedReply,
}
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/^## (.*)\n\n```ts\n([^]*?)^```/gm)].map(([, title = '', code = '']) => ({
  title,
  code,
}))

test.each(examples)('the example “$title” returns what its comments say', ({ code }) => {
  const seen: unknown[] = []
  const expected: unknown[] = []
  const program = statements(code).map(({ text, value }) => {
    if (value === undefined) return text
    expected.push(runInThisContext(`(${value})`))
    return `seen.push(${text})`
  })
  runInThisContext(`((modules, seen) => {\n${program.join('\n')}\n})`)(modules, seen)
  expect(seen).toEqual(expected)
})

/** The statements of an example, each with the value in the comment after or below it. */
function statements(code: string): { text: string; value?: string }[] {
  const made: { text: string; value?: string }[] = []
  let text = ''
  for (const line of code.split('\n')) {
    const [, words = '', comment] = /^(.*?)(?:(?:^|\s+)\/\/ (.*))?$/.exec(line) ?? []
    text += `${words}\n`
    const last = made.at(-1)
    if (words === '' && comment !== undefined && last && isValue(comment)) last.value = comment
    if (text.trim() === '' || !isWhole(text)) continue
    made.push({ text: imported(text.trim()), ...(comment !== undefined && isValue(comment) ? { value: comment } : {}) })
    text = ''
  }
  return made
}

function isWhole(text: string): boolean {
  return [...text.matchAll(/[([{]/g)].length === [...text.matchAll(/[)\]}]/g)].length
}

function isValue(comment: string): boolean {
  return /^(?:'.*'|\[.*\]|\d+|undefined|true|false)$/.test(comment)
}

function imported(text: string): string {
  return text.replace(/^import (\{.*\}) from '@rivulet\/blocks\/(\w+)'$/, 'const $1 = modules.$2')
}
