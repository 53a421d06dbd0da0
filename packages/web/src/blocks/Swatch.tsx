import styles from './RichText.module.css'

const hex = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** A colour's value after a sample of it. Only a strict hex value gets into the style. */
export function Swatch({ value }: { value: string }) {
  if (!hex.test(value)) return value
  const backgroundColor = value.startsWith('#') ? value : `#${value}`
  return (
    <span className={styles['colour']}>
      <span className={styles['swatch']} style={{ backgroundColor }} aria-hidden="true" />
      {value}
    </span>
  )
}
