import fc from 'fast-check'
import type { EditorNode } from '#editorDocument'
import { schema } from './editorSchema.ts'

/** Documents that no editor produces, but that somebody may send. */
export const oddDocuments: fc.Arbitrary<EditorNode> = fc.letrec<{ node: EditorNode }>((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(
        ...Object.keys(schema.nodes),
        'heading',
        'image',
        'horizontalRule',
        'table',
        'listItem',
        '__proto__',
      ),
      text: fc.oneof(fc.string(), fc.constant('x'), fc.constant(7 as never)),
      attrs: fc.oneof(
        fc.dictionary(
          fc.constantFrom(
            'kind',
            'id',
            'start',
            'shift',
            'border',
            'language',
            'name',
            'timestamp',
            'format',
            'value',
            'alt',
          ),
          fc.constantFrom<unknown>(1, -1, 1e9, 'user', 'constructor', '#fff', null, {}, [1]),
        ),
        fc.constant(null as never),
      ),
      marks: fc.array(
        fc.constantFrom(
          { type: 'bold' },
          { type: 'link' },
          { type: 'link', attrs: { href: 'x'.repeat(4000) } },
          null as never,
        ),
        { maxLength: 2 },
      ),
      content: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'odd' }),
    },
    { requiredKeys: [] },
  ),
})).node
