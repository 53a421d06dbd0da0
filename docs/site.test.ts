import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import config from './.vitepress/config.ts'
import { cutForSearch, splitIntoWords } from './.vitepress/search.ts'
import { listSidebarPages } from './.vitepress/sidebar.ts'
import { listMadePages, listPages, toSiteLink } from './.vitepress/sources.ts'

const root = join(import.meta.dirname, '..')
const made = listMadePages()
const pages = new Set([...listPages(), ...made.map(({ page }) => page)])
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// `npm run docs` builds the site, which takes longer than a test may; dead links fail it too.
describe('the site', () => {
  test('leads to every page from its sidebar, and to no page that is not there', () => {
    const listed = listSidebarPages()
    expect([...pages].filter((page) => !listed.includes(page))).toEqual([])
    expect(listed.filter((page) => !pages.has(page))).toEqual([])
  })

  test('leads from its bar to pages that are there', () => {
    const links = (config.themeConfig?.nav ?? []).map((item) => ('link' in item ? String(item.link) : ''))
    expect(links.filter((link) => !pages.has(link.slice(1).replace(/\/$/, '/index')))).toEqual([])
  })

  test('has a page for every method, event, error and matcher', () => {
    const headings = (path: string) => read(path).match(/^## \S+$/gm) ?? []
    for (const collection of ['errors', 'events', 'matchers']) {
      const found = made.filter(({ page }) => page.startsWith(`${collection}/`) && page !== `${collection}/index`)
      expect(found).toHaveLength(headings(`docs/${collection}.md`).length)
      expect(found.length).toBeGreaterThan(3)
    }
    const methods = execFileSync('git', ['ls-files', 'docs/api/**/*.md', ':!docs/api/README.md'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(listPages().filter((page) => page.startsWith('api/') && page !== 'api/index').length).toBe(
      methods.trim().split('\n').length,
    )
  })

  test('has no link that leads to a page which is not there', () => {
    const texts = [
      ...listPages().map((page) => ({ page, content: read(fileOf(page)) })),
      ...made.map(({ page, content }) => ({ page, content })),
    ]
    const dead = texts.flatMap(({ page, content }) =>
      linksIn(content)
        .map((link) => toSiteLink(link, page))
        .filter((link) => link?.startsWith('/') && !/\.(png|svg)$/.test(link) && !pages.has(pageAt(link)))
        .map((link) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  test('leads from links in the repository to its own pages, and makes text of links to other files', () => {
    expect(toSiteLink('../errors.md#is_archived', 'guides/bolt-js')).toBe('/errors/is_archived.md')
    expect(toSiteLink('spec/wire.md#events', 'errors/is_archived')).toBe('/spec/wire.md#events')
    expect(toSiteLink('events.md#messageim', 'events/index')).toBe('/events/message.im.md')
    expect(toSiteLink('docs/glossary.md', 'project/architecture')).toBe('/glossary.md')
    expect(toSiteLink('../compat/src/sdk', 'quickstart')).toBeUndefined()
    expect(toSiteLink('https://example.com/', 'quickstart')).toBe('https://example.com/')
  })

  test('finds codes and methods as a whole and by their parts, also on pages that are made when it is built', () => {
    expect(splitIntoWords('see `channel_not_found` of chat.startStream')).toEqual(
      expect.arrayContaining(['channel_not_found', 'chat.startStream', 'startStream', 'channel']),
    )
    const cut = cutForSearch(made)
    expect(cut(join(root, 'docs/errors/is_archived.md'))?.[0]).toMatchObject({ titles: ['is_archived'] })
    expect(cut(join(root, 'docs/quickstart.md'))).toBeUndefined()
  })

  test('brings its fonts and asks no other host for anything', () => {
    const own = ['config.ts', 'theme/index.ts', 'theme/style.css'].map((file) => read(`docs/.vitepress/${file}`))
    expect(own.filter((text) => /https?:\/\//.test(text))).toEqual([])
    expect(own[1]).toContain('vitepress/theme-without-fonts')
  })
})

function fileOf(page: string): string {
  return `docs/${page.replace(/(^|\/)index$/, '$1README')}.md`
}

function pageAt(link: string): string {
  const path = link.replace(/#.*$/, '').slice(1).replace(/\.md$/, '')
  return path === '' || path.endsWith('/') ? `${path}index` : path
}

/** Links of a page, without what stands in code. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}
