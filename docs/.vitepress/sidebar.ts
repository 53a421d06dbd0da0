import type { DefaultTheme } from 'vitepress'
import { collections, listMadePages, listPages, titleOf } from './sources.ts'

type Item = DefaultTheme.SidebarItem

/** Every page by hand but methods, decisions and the parts of collections, which have lists of their own. */
const parts: Record<string, string[]> = {
  Start: ['index', 'quickstart', 'guides/questions', 'examples'],
  Guides: ['apps', 'guides/bolt-js', 'guides/bolt-python', 'guides/sdk', 'guides/java'],
  Testing: [
    'testing',
    'testing-python',
    'evaluation',
    'record',
    'inspector',
    'guides/ci',
    'guides/from-emulate',
    'guides/from-mocks',
    'control-api',
  ],
  Reference: [
    'api/index',
    'events/index',
    'errors/index',
    'matchers/index',
    'configuration',
    'workspace-file',
    'spec/wire',
    'spec/rules',
    'spec/errors',
    'spec/official-types',
    'spec/commonmark',
    'spec/editor-document',
    'feed',
    'command-line',
    'hints',
    'profiles',
    'differences',
  ],
  Operating: ['operations', 'scale', 'project/security'],
  Project: [
    'project/changelog',
    'project/architecture',
    'glossary',
    'decisions/index',
    'project/contributing',
    'project/benchmarks',
    'project/proofs',
    'project/blocks',
  ],
}

/** Where the heading of a page is too long for the sidebar. */
const shortTitles: Record<string, string> = {
  index: 'What it is',
  'api/index': 'API methods',
  'spec/errors': 'Errors by topic',
  'spec/official-types': 'Official types',
  'project/blocks': 'Blocks as a library',
}

const titles = new Map(listMadePages().map(({ page, title }) => [page, title]))

/** The six parts, folded but for the one that is read. */
const overview: Item[] = Object.entries(parts).map(([text, pages]) => ({
  text,
  collapsed: text !== 'Start' && text !== 'Guides' && text !== 'Testing',
  items: pages.map(toItem),
}))

/** The sidebar: everywhere the parts, and in the reference first the list that one is in. */
export const sidebar: DefaultTheme.SidebarMulti = {
  '/api/': [{ text: 'Methods', items: listMethods() }, ...overview],
  '/events/': [{ text: 'Events', items: listCollection('events') }, ...overview],
  '/decisions/': [{ text: 'Decisions', items: listPages().filter(isDecision).map(toItem) }, ...overview],
  '/': overview,
}

/** The parts in the bar at the top, each with its first page. */
export const nav: DefaultTheme.NavItem[] = [
  { text: 'Quickstart', link: '/quickstart' },
  { text: 'Guides', link: '/apps', activeMatch: '^/(apps|guides/(bolt|sdk|java))' },
  {
    text: 'Testing',
    link: '/testing',
    activeMatch: '^/(testing|evaluation|record|inspector|control-api|guides/(ci|from-))',
  },
  {
    text: 'Reference',
    link: '/api/',
    activeMatch:
      '^/(api|events|errors|matchers|configuration|workspace-file|spec|feed|command-line|hints|profiles|differences)',
  },
  { text: 'Operating', link: '/operations' },
]

/** Namespaces of the API, each with its methods. */
function listMethods(): Item[] {
  const pages = listPages().filter((page) => page.startsWith('api/') && page !== 'api/index')
  const namespaces = Map.groupBy(pages, (page) => page.split('/')[1] ?? '')
  return [
    toItem('api/index'),
    ...[...namespaces].map(([text, methods]) => ({ text, collapsed: true, items: methods.map(toItem) })),
  ]
}

function listCollection(name: string): Item[] {
  return [...titles.keys()].filter((page) => page.startsWith(`${name}/`)).map(toItem)
}

function isDecision(page: string): boolean {
  return page.startsWith('decisions/')
}

function toItem(page: string): Item {
  return {
    text: shortTitles[page] ?? titles.get(page) ?? titleOf(page),
    link: `/${page.replace(/(^|\/)index$/, '$1')}`,
  }
}

/** The pages that the sidebar leads to, for the test that finds those which it forgets. */
export function listSidebarPages(): string[] {
  const listed = new Set<string>()
  const add = (items: readonly Item[]) => {
    for (const { link, items: below } of items) {
      if (link !== undefined) listed.add(link.slice(1).replace(/(^|\/)$/, '$1index'))
      add(below ?? [])
    }
  }
  for (const items of Object.values(sidebar)) add(Array.isArray(items) ? items : items.items)
  return [...listed, ...[...titles.keys()].filter((page) => collections.has(page.split('/')[0] ?? ''))]
}
