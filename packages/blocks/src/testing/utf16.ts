import fc from 'fast-check'

/** Any string that a program can hold, halves of surrogate pairs among them. */
export function utf16() {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe001 }))
  return fc.array(unit, { maxLength: 12 }).map((units) => String.fromCharCode(...units))
}
