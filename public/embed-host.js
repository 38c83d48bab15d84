// Loads the chat as a foreign page does. The key comes with the address.
const script = document.createElement('script')
script.src = new URL('./widget.js', location.href).href
script.dataset.embed = new URLSearchParams(location.search).get('embed') ?? ''
script.dataset.target = '#place'
script.async = true
document.head.append(script)
