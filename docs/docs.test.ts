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

const snippets = 'compat/src/sdk/snippets.test.ts'
const guides = 'compat/src/sdk/guides.test.ts'
const kit = 'packages/testing/test/readme.test.ts'
/** What runs the code blocks of a page, by language, or why nothing does. JSON is parsed here. */
const snippetChecks: Record<string, Record<string, string>> = {
  'README.md': { sh: 'the scripts that run the tests themselves', js: snippets, python: snippets },
  'docs/apps.md': { sh: snippets, js: snippets, python: snippets, yaml: snippets },
  'docs/command-line.md': { text: 'packages/server/src/cli/json.test.ts' },
  'docs/configuration.md': { yaml: snippets },
  'docs/control-api.md': { sh: 'compat/src/sdk/controlApi.test.ts', json: '' },
  'docs/evaluation.md': { ts: 'packages/testing/test/readme.test.ts' },
  'docs/feed.md': { json: '' },
  'docs/testing.md': {
    ts: kit,
    text: 'an error, with the ids and times of one run',
  },
  'docs/testing-python.md': { python: 'python/tests/test_pages.py' },
  'docs/operations.md': {
    sh: 'these need a database server, or directories of the system',
    sql: 'packages/server/src/domain/sweep/files.test.ts',
    json: '',
    nginx: 'it needs nginx',
    haproxy: 'it needs HAProxy',
  },
  'docs/README.md': { sh: 'the scripts that run the tests themselves' },
  'docs/events.md': { json: '' },
  'docs/guides/bolt-js.md': { sh: guides, js: guides, yaml: guides },
  'docs/guides/bolt-python.md': { sh: guides, python: guides },
  'docs/guides/ci.md': { yaml: guides },
  'docs/guides/from-emulate.md': { js: 'it shows emulate, which is not installed here', ts: kit },
  'docs/guides/from-mocks.md': { js: 'it shows a stub that the page replaces', ts: kit },
  'docs/guides/java.md': { sh: guides, java: guides },
  'docs/guides/questions.md': { sh: guides },
  'docs/guides/sdk.md': { sh: guides, js: guides, python: guides },
  'docs/matchers.md': { ts: kit },
  'docs/quickstart.md': { sh: snippets, js: snippets, python: snippets },
  'docs/record.md': { sh: 'packages/testing/test/recordAndCompare.test.ts runs these commands with its own paths' },
  'docs/spec/wire.md': { json: '' },
  'docs/workspace-file.md': { sh: 'it names a file of the reader', yaml: snippets },
}

describe('the code on the pages', () => {
  const blocks = pages
    .filter((page) => /^(README|docs\/[\w-]+|docs\/(?:spec|guides)\/[\w-]+)\.md$/.test(page))
    .flatMap((page) =>
      [...textOf(page).matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)].map(([, language = '', code = '']) => ({
        page,
        language,
        code,
      })),
    )

  test('is run, or a reason is given', () => {
    const found = new Set(blocks.map(({ page, language }) => `${page} ${language}`))
    const listed = Object.entries(snippetChecks).flatMap(([page, by]) =>
      Object.keys(by).map((name) => `${page} ${name}`),
    )
    expect([...found].toSorted()).toEqual(listed.toSorted())
    const files = Object.values(snippetChecks).flatMap((by) => Object.values(by).filter((how) => how.endsWith('.ts')))
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test.each(blocks.filter(({ language }) => language === 'json'))('the JSON of $page is JSON: $code', ({ code }) => {
    const text = code.trim()
    expect(() => JSON.parse(/^[{[]/.test(text) ? text : `{${text}}`)).not.toThrow()
  })
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
