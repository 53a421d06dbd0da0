// The rules of docs/spec/rules.md that the name of no test cites: `node script/uncited.ts`. Fails on any but the excepted.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Rules without a test, and why. A rule that has got one leaves this list; nothing is added to it. */
const excepted: Record<string, string> = {
  'STR-13': 'events are not delivered to apps yet',
}
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

const faults = [
  ...uncited.filter((rule) => !(rule in excepted)).map((rule) => `no test cites ${rule}`),
  ...Object.keys(excepted)
    .filter((rule) => !uncited.includes(rule))
    .map((rule) => `${rule} has a test, or is no rule: take it from the exceptions`),
  ...strangers.map((rule) => `a test cites ${rule}, which is no rule`),
]

console.log(`${rules.length} rules, ${rules.length - uncited.length} cited by ${tests.length} test files`)
for (const [rule, reason] of Object.entries(excepted)) console.log(`${rule}: ${reason}`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
