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
import * as reply from '#reply'

const doors = { check, dates, draw, editorDocument, emoji, html, links, markdown, mrkdwn, plainText, react, reply }
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/^## (.*)\n\n```ts\n([^]*?)^```/gm)].map(([, title = '', code = '']) => ({
  title,
  code,
}))

test.each(examples)('the example “$title” says what it does', ({ code }) => {
  const seen: unknown[] = []
  const expected: unknown[] = []
  const program = statements(code).map(({ text, says }) => {
    if (says === undefined) return text
    expected.push(runInThisContext(`(${says})`))
    return `seen.push(${text})`
  })
  runInThisContext(`((doors, seen) => {\n${program.join('\n')}\n})`)(doors, seen)
  expect(seen).toEqual(expected)
})

/** The statements of an example, each with the value that the comment behind or below it gives. */
function statements(code: string): { text: string; says?: string }[] {
  const made: { text: string; says?: string }[] = []
  let text = ''
  for (const line of code.split('\n')) {
    const [, words = '', comment] = /^(.*?)(?:(?:^|\s+)\/\/ (.*))?$/.exec(line) ?? []
    text += `${words}\n`
    const last = made.at(-1)
    if (words === '' && comment !== undefined && last && isValue(comment)) last.says = comment
    if (text.trim() === '' || !isWhole(text)) continue
    made.push({ text: imported(text.trim()), ...(comment !== undefined && isValue(comment) ? { says: comment } : {}) })
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
  return text.replace(/^import (\{.*\}) from '@rivulet\/blocks\/(\w+)'$/, 'const $1 = doors.$2')
}
