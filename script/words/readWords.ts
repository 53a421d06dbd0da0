import { type Node, parseSync, visitorKeys } from 'oxc-parser'

/** A text that `t`, `tParts` or `plural` says. A text with a count has two forms in English. */
export interface Text {
  key: string
  forms: string[]
}
/** Words in the source that nobody can translate. */
export interface LiteralWords {
  line: number
  words: string
}

/** How many texts and their position: `plural(count, one, other)`. */
const sayers: Record<string, { from: number; forms: number }> = {
  t: { from: 0, forms: 1 },
  tParts: { from: 0, forms: 1 },
  plural: { from: 1, forms: 2 },
}
/** They look like words, and are for machines. */
const notWords: ReadonlySet<string> = new Set([
  'Closed',
  'Waiting',
  'Rivulet',
  'English',
  'Deutsch',
  'block list',
  'input, textarea, button, a',
  'day {}',
  'conversation {}',
  'earlier {}',
  'reply {}',
  'status {} {}',
  '{} true',
  'rv-action {} {}',
  '{}L{} {}L{} {}Z',
  'M0 0L{}A{} {} 0 {} 1 {}Z',
])
/** People see or hear these, whatever they look like. */
const shownAttributes =
  /^(aria-(label|description|roledescription|valuetext)|title|data-tip|placeholder|alt|label|text|note|hint)$/
/** People never see these. */
const hiddenAttributes =
  /^(className|type|role|id|name|autoComplete|viewBox|d|points|transform|href|src|rel|style|key|data-(?!tip$).*)$/
/** Calls whose texts are for machines. */
const machineCalls =
  /^(querySelector(All)?|matchMedia|postMessage|closest|matches|startsWith|endsWith|includes|addEventListener|removeEventListener|test|split|replace(All)?|indexOf|Error|[A-Z]\w*Error|Map|Set|RegExp|getItem|setItem|toLocaleString)$/

export function readWords(path: string, source: string): { texts: Text[]; literals: LiteralWords[] } {
  const parsed = parseSync(path, source)
  const texts: Text[] = []
  const literals: LiteralWords[] = []
  const report = (node: Node, words: string) => {
    const line = source.slice(0, node.start).split('\n').length
    if (!notWords.has(words)) literals.push({ line, words: words.trim() })
  }

  /** `isShown`: people see the text, whatever it looks like. */
  function visit(node: Node, isShown: boolean): void {
    switch (node.type) {
      case 'JSXText':
        if (hasLetters(node.value)) report(node, node.value)
        return
      case 'Literal':
        if (typeof node.value === 'string' && (isShown ? hasLetters(node.value) : looksLikeWords(node.value)))
          report(node, node.value)
        return
      case 'TemplateLiteral': {
        const text = node.quasis.map(({ value }) => value.cooked).join('{}')
        if (isShown ? hasLetters(text) : looksLikeWords(text)) report(node, text)
        for (const part of node.expressions) visit(part, false)
        return
      }
      case 'CallExpression':
      case 'NewExpression': {
        const name = nameOf(node.callee)
        const sayer = sayers[name]
        if (sayer) return readSaid(node, sayer)
        visit(node.callee, false)
        if (!machineCalls.test(name)) for (const argument of node.arguments) visit(argument, false)
        return
      }
      case 'JSXAttribute': {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
        if (node.value && !hiddenAttributes.test(name)) visit(node.value, shownAttributes.test(name))
        return
      }
      case 'JSXElement':
      case 'JSXFragment':
        if (node.type === 'JSXElement') visit(node.openingElement, false)
        for (const child of node.children) visit(child, true)
        return
      case 'ConditionalExpression':
        visit(node.test, false)
        visit(node.consequent, isShown)
        return visit(node.alternate, isShown)
      case 'LogicalExpression':
        visit(node.left, node.operator !== '&&' && isShown)
        return visit(node.right, isShown)
      case 'JSXExpressionContainer':
        return visit(node.expression, isShown)
      case 'BinaryExpression':
        if (node.operator !== '+') return
        visit(node.left, isShown)
        return visit(node.right, isShown)
      case 'MemberExpression':
        return visit(node.object, false)
      case 'Property':
        return visit(node.value, node.key.type === 'Identifier' && /^(label|title|text|note|hint)$/.test(node.key.name))
      case 'SwitchCase':
        for (const child of node.consequent) visit(child, false)
        return
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExpressionStatement':
        if (node.type === 'ExpressionStatement') visit(node.expression, false)
        return
      default:
        if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return
        for (const child of childrenOf(node)) visit(child, false)
    }
  }

  function readSaid(
    node: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>,
    sayer: { from: number; forms: number },
  ) {
    const given = node.arguments.slice(sayer.from, sayer.from + sayer.forms)
    const forms = given.map((argument) => literalsOf(argument))
    if (forms.some((choices) => choices.length === 0)) report(node, 'A text that is not written here.')
    const context = sayer.forms === 1 ? literalsOf(node.arguments[2])[0] : undefined
    if (sayer.forms === 2) texts.push({ key: forms[1]?.[0] ?? '', forms: forms.map(([form = '']) => form) })
    else for (const form of forms[0] ?? []) texts.push({ key: context ? `${form} [${context}]` : form, forms: [form] })
    const values = node.arguments[sayer.from + sayer.forms]
    if (values) visit(values, false)
  }

  visit(parsed.program, false)
  return { texts, literals }
}

/** A string, or those that `a ? 'b' : 'c'` chooses from; none for everything else. */
function literalsOf(node: Node | undefined): string[] {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type !== 'ConditionalExpression') return []
  const [yes, no] = [literalsOf(node.consequent), literalsOf(node.alternate)]
  return yes.length > 0 && no.length > 0 ? [...yes, ...no] : []
}

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

/** Not "https://…" and ":tada:", which are the same in every language. */
function hasLetters(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/^(https:\/\/.*|:\w+:)$/.test(text)
}

/** "Leave channel", "Yesterday", "{} replies"; not "no-store", "ArrowDown", "main article". */
function looksLikeWords(text: string): boolean {
  return (
    !/^((Arrow|Page)[A-Z]\w+|Enter|Esc|Alt|Escape|Delete|Backspace|Home|End|Tab|Rivulet|Mod-.*|Shift-.*|Alt-.*)$/.test(
      text,
    ) &&
    (/^\p{Lu}\p{Ll}+\p{P}?$/u.test(text) ||
      (/\p{L}\p{P}* \p{P}*[\p{L}{]|\{\} \p{L}{2}/u.test(text) && !/[<>=[\]/]|\d(px|fr|rem)/.test(text)))
  )
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => Object(node)[key] ?? []).filter((child) => child !== null)
}
