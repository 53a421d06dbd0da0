import { describe, expect, test } from 'vitest'
import { readWords } from './readWords.ts'
import { listTexts, readCatalogue, readSources } from './sources.ts'

const { texts, literals } = readSources()
const said = listTexts(texts)
const catalogue = readCatalogue()
const formsOf = (known: string | Record<string, string>) => (typeof known === 'string' ? [known] : Object.values(known))
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()

test('[WEB-18] the client has no words that are not said by `t`', () => {
  expect(literals.map(({ path, line, words }) => `${path}:${line}: ${words}`)).toEqual([])
})

describe('[WEB-18] the German catalogue', () => {
  test('has every text, and none that nobody says', () => {
    expect([...said.keys()].filter((key) => !(key in catalogue))).toEqual([])
    expect(Object.keys(catalogue).filter((key) => !said.has(key))).toEqual([])
  })

  test('has the placeholders of the English texts, and all forms of those with a count', () => {
    const wrong = Object.entries(catalogue).filter(([key, known]) => {
      const english = said.get(key) ?? []
      const wanted = placeholders(english.at(-1) ?? '')
      const isPlural = english.length === 2
      if (isPlural !== (typeof known === 'object') || (isPlural && Object.keys(known).join() !== 'one,other'))
        return true
      // "an hour ago" needs no count.
      const fits = (form: string, i: number) =>
        placeholders(form).every((one) => wanted.includes(one)) &&
        ((isPlural && i === 0) || placeholders(form).length === wanted.length)
      return !formsOf(known).every((form, i) => form !== '' && fits(form, i))
    })
    expect(wrong).toEqual([])
  })
})

test('finds words wherever they are, and leaves what is for machines', () => {
  const source = `
    import { t } from '#words/t.ts'
    const titles = { first: 'Yesterday' }
    export const A = ({ a, n }) => (
      <p className="two words" title="Later" aria-label={a ? 'Open it' : t('Close')} data-x="Not these">
        Hello {n} {a ? 'so' : t('no')} {t(a ? 'yes' : 'no', { n }, 'a context')} {\`\${n} new\`}
        {plural(n, '{count} reply', '{count} replies')} {t(n)}
      </p>
    )
    const b = document.querySelector('main article') === 'Some thing' ? new Error('It is wrong.') : say('It is right.')
    setError('It is late.')`
  const found = readWords('a.tsx', source)
  expect(found.literals.map(({ words }) => words)).toEqual([
    'Yesterday',
    'Later',
    'Open it',
    'Hello',
    'so',
    '{} new',
    'A text that is not written here.',
    'It is right.',
    'It is late.',
  ])
  expect(found.texts).toEqual([
    { key: 'Close', forms: ['Close'] },
    { key: 'no', forms: ['no'] },
    { key: 'yes [a context]', forms: ['yes'] },
    { key: 'no [a context]', forms: ['no'] },
    { key: '{count} replies', forms: ['{count} reply', '{count} replies'] },
  ])
})
