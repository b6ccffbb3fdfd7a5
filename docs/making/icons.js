// The page of the icons: shows those that match every typed word.
const find = document.querySelector("p.find")
const items = [...document.querySelectorAll("ul.icons > li")]

function show() {
  const words = find.querySelector("input").value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const item of items) item.hidden = !words.every((word) => item.textContent.includes(word))
  for (const list of document.querySelectorAll("ul.icons"))
    list.closest("section").hidden = !list.querySelector("li:not([hidden])")
  const left = items.filter((item) => !item.hidden).length
  find.querySelector("output").value = words.length ? `${left} of ${items.length}` : ""
}

find.hidden = false
find.addEventListener("input", show)
