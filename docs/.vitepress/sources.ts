import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { slugOf } from './slug.ts'
import { splitIntoSections } from './sections.ts'

const root = join(import.meta.dirname, '..', '..')

/** Pages of which every section has a page of its own on the site. */
export const collections: ReadonlySet<string> = new Set(['errors', 'events', 'matchers'])

/** Pages that lie outside of `docs`, by their place on the site. */
const projectPages: Record<string, string> = {
  'project/architecture': 'ARCHITECTURE.md',
  'project/contributing': 'CONTRIBUTING.md',
  'project/security': 'SECURITY.md',
  'project/changelog': 'CHANGELOG.md',
  'project/benchmarks': 'bench/README.md',
  'project/proofs': 'proof/README.md',
  'project/blocks': 'packages/blocks/README.md',
  examples: 'examples/README.md',
}

/** A page that is made when the site is built. */
export interface MadePage {
  /** Where it is on the site, without an ending. */
  page: string
  title: string
  content: string
}

/** Every page of the site that is no file of `docs`: sections of the collections, and pages from outside of `docs`. */
export function listMadePages(): MadePage[] {
  const sections = [...collections].flatMap((collection) => {
    const { head, sections: all } = splitIntoSections(readPage(`docs/${collection}.md`))
    const list = all.map(({ title, sentence }) => `- [\`${title}\`](#${slugOf(title)}) ${sentence}`).join('\n')
    const [, title = collection] = /^# (.+)$/m.exec(head) ?? []
    // The page of the events begins with a table of them.
    const index = head.includes('](#') ? head : `${head}\n\n${list}`
    return [
      { page: `${collection}/index`, title, content: index.replaceAll('](#', `](${collection}.md#`) },
      ...all.map((section) => ({
        page: `${collection}/${section.title}`,
        title: section.title,
        content: `# ${section.title}\n\n${section.content}\n`,
      })),
    ]
  })
  const outside = Object.entries(projectPages).map(([page, path]) => {
    const content = readPage(path)
    return { page, title: /^# (.+)$/m.exec(content)?.[1] ?? basename(path, '.md'), content }
  })
  return [...sections, ...outside]
}

/** The file from the root of the repository that a page of the site comes from: its links are relative to it. */
function sourceOf(page: string): string {
  const outside = projectPages[page]
  const [first = ''] = page.split('/')
  if (outside !== undefined) return outside
  return page.includes('/') && collections.has(first) ? `docs/${first}.md` : `docs/${toFile(page)}`
}

/**
 * The address on the site of what a link on one of its pages leads to. Undefined if that is a file of the repository which
 * is not on the site.
 */
export function toSiteLink(link: string, page: string): string | undefined {
  if (/^([a-z]+:|#|\/\/)/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = posix.join(posix.dirname(sourceOf(page)), path).replace(/\/$/, '')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (/\.(png|svg)$/.test(target)) return target.startsWith('docs/') ? `/${target.slice('docs/'.length)}` : undefined
  if (target === 'README.md') return `/${hash}`
  const outside = Object.entries(projectPages).find(([, file]) => file === target || posix.dirname(file) === target)
  if (outside) return `/${outside[0]}.md${hash}`
  const [, name = ''] = /^docs\/(.+)\.md$/.exec(folders.has(target) ? `${target}/README.md` : target) ?? []
  if (collections.has(name)) return `/${name}/${anchor === undefined ? '' : `${sectionAt(name, anchor)}.md`}`
  return name === '' ? undefined : `/${toPage(`${name}.md`)}.md${hash}`
}

/** The title of the section of a collection with this anchor. */
function sectionAt(collection: string, anchor: string): string {
  let titles = titlesByAnchor.get(collection)
  if (!titles) {
    const { sections } = splitIntoSections(readPage(`docs/${collection}.md`))
    titlesByAnchor.set(collection, (titles = new Map(sections.map(({ title }) => [slugOf(title), title]))))
  }
  return titles.get(anchor) ?? anchor
}

const titlesByAnchor = new Map<string, Map<string, string>>()

/** Folders with a page of their own, which lists what is in them. */
const folders: ReadonlySet<string> = new Set(['docs/api', 'docs/decisions'])

/** The pages of `docs` on the site, without an ending; those of the collections are not among them. */
export function listPages(): string[] {
  return globSync('**/*.md', { cwd: join(root, 'docs') })
    .filter((path) => !/\[|\.vitepress/.test(path))
    .map(toPage)
    .filter((page) => !collections.has(page))
    .toSorted()
}

/** The title of a page of `docs`: its first heading. */
export function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readPage(`docs/${toFile(page)}`))?.[1]?.replaceAll('`', '') ?? page
}

/** The page on the site of a file of `docs`: a README is the page of its folder. */
function toPage(file: string): string {
  return file.replace(/\.md$/, '').replace(/(^|\/)README$/, '$1index')
}

/** The file of `docs` of a page. */
function toFile(page: string): string {
  return `${page.replace(/(^|\/)index$/, '$1README')}.md`
}

function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
