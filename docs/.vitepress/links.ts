import type { MarkdownRenderer } from 'vitepress'
import { toSiteLink } from './sources.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/**
 * Lets links that are written for the files of the repository lead to the pages of the site. A link to a file that is not
 * on the site becomes text, with the link as its title.
 */
export function rewriteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const page = String(env.relativePath).replace(/\.md$/, '')
    for (const { children } of tokens) rewriteThese(children ?? [], page)
  })
}

function rewriteThese(tokens: readonly Token[], page: string): void {
  let isFile = false
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', toSiteLink(token.attrGet('src') ?? '', page) ?? '')
    if (token.type === 'link_open') {
      const link = token.attrGet('href') ?? ''
      const target = toSiteLink(link, page)
      isFile = target === undefined
      if (target !== undefined) token.attrSet('href', target)
      else toSpan(token, [['title', link.replace(/^(\.\.\/)+/, '')]])
    } else if (token.type === 'link_close' && isFile) toSpan(token, null)
  }
}

function toSpan(token: Token, attributes: Token['attrs']): void {
  token.type = token.type.replace('link', 'file')
  token.tag = 'span'
  token.attrs = attributes
}
