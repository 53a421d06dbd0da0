const tags = new Set(
  'a article blockquote br button caption code dd details div dl dt em fieldset figcaption figure h2 h3 hr img input label legend li mark ol p pre s section span strong summary table tbody td th thead time tr u ul'.split(
    ' ',
  ),
)
const attributes =
  /^(?:alt|aria-(?:hidden|label)|checked|class|data-[a-z]+|dir|disabled|href|loading|open|referrerpolicy|rel|role|scope|src|start|style|tabindex|target|title|type)$/

/** Finds a tag or attribute that could run a script or that no drawing has; undefined if the HTML is clean. */
export function findUnsafeHtml(html: string): string | undefined {
  const piece = /[^<>]+|<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/y
  while (piece.lastIndex < html.length) {
    const at = piece.lastIndex
    const found = piece.exec(html)
    if (!found) return `no tag: ${html.slice(at, at + 60)}`
    const [whole, , tag, said = ''] = found
    if (tag === undefined) continue
    if (!tags.has(tag)) return whole
    for (const [, name = '', value = ''] of said.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!attributes.test(name) || !isClean(name, value)) return whole
    }
  }
  return undefined
}

function isClean(name: string, value: string): boolean {
  if (name === 'style') return /^background-color:#[0-9a-fA-F]{3,8}$/.test(value)
  if (name === 'href') return /^(?:https?:\/\/|mailto:)/.test(value)
  if (name === 'src') return /^https?:\/\//.test(value)
  return true
}
