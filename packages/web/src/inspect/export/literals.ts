/**
 * Characters that a terminal obeys or an editor hides or reorders: controls, marks of direction, separators of lines, tags.
 * An export never has them as they are: whoever pastes one would run what they do not see.
 */
const hidden =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\p{Variation_Selector}\p{Join_Control}]]/gv

export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1
}

/** JSON without hidden characters: they are escaped. */
export function toPlainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(hidden, (character) =>
    Array.from({ length: character.length }, (_, i) => unicodeEscape(character.charCodeAt(i), 4, 'u')).join(''),
  )
}

/** A text as JavaScript has it in single quotes. */
export function toJsText(text: string): string {
  return `'${toPlainJson(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`)}'`
}

/** A part of a template literal. */
export function toTemplatePart(text: string): string {
  return toPlainJson(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('${', '\\${')
}

/** A value as JavaScript has it. `indent` is that of the line where it begins. `text` writes texts. */
export function toJs(value: unknown, indent = '', text: (text: string) => string = toJsText): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => toJs(one, `${indent}  `, text))
    : Object.entries(value).map(([name, one]) => `${toJsKey(name)}: ${toJs(one, `${indent}  `, text)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const padding = isList ? '' : ' '
  const oneLine = `${open}${padding}${parts.join(', ')}${padding}${close}`
  if (parts.length === 0) return open + close
  if (oneLine.length + indent.length <= 100 && !oneLine.includes('\n')) return oneLine
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}

/** `__proto__` as it is would set the prototype. */
function toJsKey(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toJsText(name)
}

/** A value as Python has it. */
export function toPython(value: unknown, indent = ''): string {
  if (typeof value === 'string') return toPythonText(value)
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'None'
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => toPython(one, `${indent}    `))
    : Object.entries(value).map(([name, one]) => `${toPythonText(name)}: ${toPython(one, `${indent}    `)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const oneLine = `${open}${parts.join(', ')}${close}`
  if (oneLine.length + indent.length <= 100 && !oneLine.includes('\n')) return oneLine
  return `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`
}

function toPythonText(text: string): string {
  return JSON.stringify(text).replaceAll(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0xffff ? unicodeEscape(code, 8, 'U') : unicodeEscape(code, 4, 'u')
  })
}

/** A text as every shell takes it: nothing in it is expanded. */
export function toShellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function unicodeEscape(code: number, digits: number, letter: string): string {
  return `\\${letter}${code.toString(16).padStart(digits, '0')}`
}
