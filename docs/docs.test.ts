import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const pages = tracked.filter((path) => path.endsWith('.md'))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the pages', () => {
  test.each(pages)('%s links to what is there', (page) => {
    expect(linksOf(textOf(page)).filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })

  test('the README is at most 100 lines', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  })
})

test('no file names a place outside of the repository', () => {
  // Written in pieces, since this file is looked at too.
  const elsewhere = new RegExp(['(?<![\\w.])/wo', 'rk/|\\.\\./sha', 'red'].join(''))
  expect(tracked.filter((path) => !isBinary(path) && elsewhere.test(textOf(path)))).toEqual([])
})

/** Links to places in the repository, without what stands in code. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, link, file]) => link ?? file ?? '',
  )
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), path)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
}

function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

function isBinary(path: string): boolean {
  return /\.(png|jpe?g|woff2?|ico)$/.test(path)
}
