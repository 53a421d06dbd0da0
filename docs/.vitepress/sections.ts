/** What stands below a heading of the second level. */
export interface Section {
  title: string
  content: string
  /** Its first sentence. */
  sentence: string
}

/** A page as what stands before its first section, and its sections. A line in a code block is no heading. */
export function splitIntoSections(page: string): { head: string; sections: Section[] } {
  const [head = '', ...rest] = page.split(/^(?=## )/m)
  const sections = rest.map((text) => {
    const [heading = '', ...lines] = text.split('\n')
    const content = lines.join('\n').trim()
    return { title: heading.slice('## '.length).replaceAll('`', ''), content, sentence: firstSentenceOf(content) }
  })
  return { head: head.trim(), sections }
}

function firstSentenceOf(content: string): string {
  const [paragraph = ''] = content.split('\n\n').filter((part) => /^[^`#|<-]|^`[^`]/.test(part))
  return /^.*?[.:](?=\s|$)/s.exec(paragraph)?.[0].replace(/\s+/g, ' ') ?? paragraph
}
