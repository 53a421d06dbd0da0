export function Caret() {
  return <span className="rv-caret" data-caret="" aria-hidden="true" />
}
