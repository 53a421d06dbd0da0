import { anyUtf16 } from '@rivulet/blocks/testing/anyUtf16'
import { injections } from '@rivulet/blocks/testing/injections'
import { processorTime } from '@rivulet/blocks/testing/processorTime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml } from './cleanHtml.ts'

const allowed = /<\/?[a-z][a-z0-9]*(?: (?:href|style|class|start|data-mention|data-emoji)="[^"<>]*")*>/g

describe('[WEB-12] the code of a copied page', () => {
  test.each([
    ['<p class="x" onclick="y()">a<br>b</p>', '<p>a<br>b</p>'],
    [`<A HREF='https://a.b?x="1"' target=_blank>c</A>`, '<a href="https://a.b?x=&quot;1&quot;">c</a>'],
    ['<!-- x --><style>p{}</style><script>y()</script><title>t</title>d', 'd'],
    [
      '<img src=x onerror=y()><svg><a href="z">q</a></svg><b style="font-weight:normal">e</b>',
      '<b style="font-weight:normal">e</b>',
    ],
    [
      '<pre class="language-js">1 < 2 &amp;&amp; 3 > 2</pre>',
      '<pre class="language-js">1 &lt; 2 &amp;&amp; 3 > 2</pre>',
    ],
    ['<scr<script>ipt>top.harm=1</scr</script>ipt>', ''],
    ['<ol start=3><li>f', '<ol start="3"><li>f'],
    ['g<p title="a>b</p>', 'g<p>'],
  ])('%j', (html, clean) => expect(cleanHtml(html)).toBe(clean))

  test.each(injections.map((injection) => [injection]))('%j leaves nothing but known elements', (injection) => {
    const clean = cleanHtml(`<p>${injection}</p>`)
    expect(clean.replaceAll(allowed, '')).not.toContain('<')
  })

  test.each(['<a ', '<a "', '</script', '<!', '<!--', '<script>', '<style></styl', 'a', '="', ' ', '<ul><li>', "'"])(
    'takes no time that grows with the square of its length: %j',
    (bit) => {
      const started = processorTime()
      for (const start of ['', '<a ', '<a href="'])
        cleanHtml(`${start}${bit.repeat(100_000 / bit.length)}${start && '>'}`)
      expect(processorTime() - started).toBeLessThan(2000)
    },
  )

  test('has only known elements, whatever it is', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '<a href=',
      '<p ',
      '<!--',
      '-->',
      '<script>',
      ' on',
      'x',
      '<svg',
    )
    const html = fc.array(fc.oneof(pieces, anyUtf16()), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(html, (given) => {
        expect(cleanHtml(given).replaceAll(allowed, '')).not.toContain('<')
      }),
      { numRuns: 2000 },
    )
  })
})
