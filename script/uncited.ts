// Lists the rules of docs/spec/rules.md that the name of no test cites: `node script/uncited.ts`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const groups = ['ENV', 'ORD', 'STR', 'STA', 'THR', 'BLK', 'MSG', 'RCT', 'RT', 'ROM', 'REA', 'PLA', 'TOK']

/** Numbered rules begin a list item in bold; a group without numbers is one rule. */
function rulesIn(text: string): string[] {
  const numbered = [...text.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule = '']) => rule)
  const whole = groups.filter((group) => !numbered.some((rule) => rule.startsWith(`${group}-`)))
  return [...numbered, ...whole]
}

/** `[STR-4]`, `[STA-1, STA-2]`, `[PLA, ORD 17]`: every rule between the brackets, a step of the order as `ORD`. */
function citedIn(text: string): string[] {
  const brackets = text.match(/\[(?:[A-Z]{2,3}[- ]?[\d to]*(?:, )?)+\]/g) ?? []
  return brackets.flatMap((bracket) => bracket.match(/[A-Z]{2,3}(?:-\d+)?/g) ?? [])
}

const tests = globSync('{packages,compat,proof,bench,docs}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
})
const cited = new Set<string>(tests.flatMap((path) => citedIn(readFileSync(join(root, path), 'utf8'))))
const rules = rulesIn(readFileSync(join(root, 'docs/spec/rules.md'), 'utf8'))
const uncited = rules.filter((rule) => !cited.has(rule))
const strangers = [...cited].filter((rule) => groups.includes(rule.split('-')[0] ?? '') && !rules.includes(rule))

console.log(`${rules.length} rules, ${rules.length - uncited.length} cited by ${tests.length} test files`)
for (const rule of uncited) console.log(`not cited: ${rule}`)
for (const rule of strangers) console.log(`cited, but no rule: ${rule}`)
