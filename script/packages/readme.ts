/** The README as it is read outside of the repository: the words of a link that leads to another folder, without the link. */
export function withoutLinksOutside(markdown: string): string {
  return markdown.replace(/\[([^\]\n]+)\]\(\.\.\/[^)\s]*\)/g, '$1')
}
