import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import defaultTheme from 'vitepress/theme-without-fonts'
import './style.css'

export default defaultTheme
