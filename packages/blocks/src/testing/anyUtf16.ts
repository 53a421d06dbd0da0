import fc from 'fast-check'

/** Any JavaScript string, including lone surrogates. */
export function anyUtf16() {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe001 }))
  return fc.array(unit, { maxLength: 12 }).map((units) => String.fromCharCode(...units))
}
