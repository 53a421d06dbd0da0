import type { DefaultTheme, UserConfig } from 'vitepress'
import { codeTheme } from './codeTheme.ts'
import { rewriteLinks } from './links.ts'
import { cutForSearch, splitIntoWords } from './search.ts'
import { slugOf } from './slug.ts'
import { nav, sidebar } from './sidebar.ts'
import { listMadePages } from './sources.ts'

/** The site over this folder: `npm run docs` builds it, `npm run docs -- dev` serves it. */
const config: UserConfig<DefaultTheme.Config> = {
  title: 'Rivulet',
  description: 'A messaging server for agents and the people who talk to them',
  lang: 'en',
  head: [['link', { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }]],
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/docs',
  // Those are parts of a page in the repository, and pages of their own on the site.
  srcExclude: ['errors.md', 'events.md', 'matchers.md'],
  rewrites: { 'README.md': 'index.md', 'api/README.md': 'api/index.md', 'decisions/README.md': 'decisions/index.md' },
  markdown: {
    config: rewriteLinks,
    anchor: { slugify: slugOf },
    theme: codeTheme,
  },
  themeConfig: {
    logo: '/mark.svg',
    nav,
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          options: { tokenize: splitIntoWords },
          // VitePress cuts a page by itself where this returns undefined, which its types do not say.
          _splitIntoSections: Object(cutForSearch(listMadePages())),
        },
      },
    },
    externalLinkIcon: true,
  },
}

export default config
