import { join, relative } from 'node:path'
import { slugOf } from './slug.ts'
import type { MadePage } from './sources.ts'

/** A piece of a page in the index of the search. */
interface Piece {
  anchor: string
  text: string
  titles: string[]
}

/**
 * Cuts the pages that are made at build time into pieces for the index, since VitePress reads only files. Undefined for a
 * file: VitePress cuts that itself.
 */
export function cutForSearch(made: readonly MadePage[]): (path: string) => Piece[] | undefined {
  const byPath = new Map(made.map((page) => [page.page, page]))
  return (path) => {
    const page = relative(folder, path).slice(0, -'.md'.length)
    const found = byPath.get(page)
    if (!found) return undefined
    // The lists of a collection would be found for every word of its pages.
    if (page.endsWith('/index')) return [{ anchor: '', text: '', titles: [found.title] }]
    return found.content.split(/^(?=## )/m).map((text) => {
      const [, heading] = /^## (.+)$/m.exec(text) ?? []
      const titles = heading === undefined ? [found.title] : [found.title, heading]
      return { anchor: heading === undefined ? '' : slugOf(heading), text: plain(text), titles }
    })
  }
}

const folder = join(import.meta.dirname, '..')

/** The words of a text: `channel_not_found` and `chat.startStream` as a whole, and each part of them. */
export function splitIntoWords(text: string): string[] {
  const wholes = text.match(/[\w.]+[._]\w+/g) ?? []
  return [...text.split(/[^\p{L}\p{N}]+/u), ...wholes]
}

function plain(markdown: string): string {
  return markdown
    .replace(/<!--.*?-->/gs, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`|#*[]|^-+$/gm, ' ')
    .replace(/\s+/g, ' ')
}
