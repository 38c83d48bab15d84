// A new thread's first message can be written before the console is there: its box stands in the page
// (src/console/shell/new-thread/new-thread-frame.tsx). What is written is kept where the console keeps drafts, and Enter is
// remembered; src/chat/composer/early-message.ts takes over. A classic script in <head>, for this page alone.
;(() => {
  const id = /\/deployments\/([^/]+)\/threads\/new\/?$/.exec(location.pathname)?.[1]
  if (id === undefined) return
  const draft = `quarterdeck.draft.new-${decodeURIComponent(id)}`

  const read = (storage, key) => {
    try {
      return storage.getItem(key) ?? ''
    } catch {
      return ''
    }
  }
  const keep = (text) => {
    try {
      if (text === '') sessionStorage.removeItem(draft)
      else sessionStorage.setItem(draft, text)
    } catch {
      // The text still stands in the box.
    }
  }

  // As src/console/threads/inspector/inspector-size.ts has it, so that the box stands where the console's own will.
  const most = Math.max(280, Math.round(innerWidth / 2))
  const width = Number(read(localStorage, 'quarterdeck.inspector-width')) || 330
  document.documentElement.style.setProperty(
    '--inspector',
    `${Math.round(Math.min(most, Math.max(280, width)))}px`,
  )

  // Before the console's own scripts, which wait for the whole page as well.
  document.addEventListener('readystatechange', () => {
    const frame = document.getElementById('early-message')
    const box = frame?.querySelector('textarea')
    const send = frame?.querySelector('button')
    if (document.readyState !== 'interactive' || !box || !send) return
    const isHidden = getComputedStyle(frame).display === 'none'
    // The inspector takes the place of the conversation.
    const isCovered = read(localStorage, 'quarterdeck.inspector-full') === 'full'
    if (isHidden || (isCovered && matchMedia('(min-width: 80rem)').matches)) return frame.remove()

    const look = () => send.setAttribute('aria-disabled', String(box.value.trim() === ''))
    const sent = () => {
      if (box.value.trim() === '') return
      frame.dataset.sent = ''
      const hint = frame.querySelector('p')
      if (hint) hint.textContent = 'Goes as soon as the rest of the page is here'
    }
    if (box.value === '') box.value = read(sessionStorage, draft)
    look()
    box.addEventListener('input', () => {
      keep(box.value)
      look()
    })
    box.addEventListener('compositionstart', () => {
      frame.dataset.composing = ''
    })
    box.addEventListener('compositionend', () => {
      delete frame.dataset.composing
    })
    box.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      if (event.shiftKey && !event.metaKey && !event.ctrlKey) return
      event.preventDefault()
      sent()
    })
    send.addEventListener('click', sent)
    box.focus()
    box.setSelectionRange(box.value.length, box.value.length)
  })
})()
