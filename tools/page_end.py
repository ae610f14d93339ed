"""Sphinx extension: every experiment's page begins and ends with how to run it again.

At its top the command, and how long it takes by the notebook's own account. At its end more of
them, the source at its commit and, if `repository_url` is on GitHub, a link that opens the notebook
on Binder: the theme's own would be on pages in Markdown, too.
"""

import json
from pathlib import Path

from sphinx.application import Sphinx

from osphg.experiments.catalogue import Experiment, duration, read
from osphg.experiments.provenance import git_state

# In HTML: a page's description is what follows.
TOP = """

<p>Run it again: <code class="docutils literal notranslate">osphg run {name}</code> ({full});
<a href="#reproduce-this-page">more at the end</a>.</p>

"""
END = """\
## Reproduce this page

From the repository's top level, after `source .venv/bin/activate`: each run leaves report, figures,
table and provenance in a folder. Times: two cores.

```bash
osphg run {name}          # {full}
osphg run {name} --quick  # {quick}
osphg show {name}         # what -p can change
```

"""


def filled(text: str, experiment: Experiment) -> str:
    """Return a text with an experiment's name, and how long it takes in full and quick."""
    runs = (experiment.complete({}, quick=quick) for quick in (False, True))
    full, quick = (f"about {duration(experiment.estimate(run))}" for run in runs)
    return text.format(name=experiment.name, full=full, quick=quick)


def source(path: str, repository: str, commit: str) -> str:
    """Return where the notebook at `path` stands, and what launches it if it is on GitHub."""
    text = f"Source: `{path}`" + (f" at commit {commit[:10]}." if commit else ".")
    name = repository.removeprefix("https://github.com/")
    if commit and name != repository:
        binder = f"https://mybinder.org/v2/gh/{name}/{commit}?urlpath=lab/tree/{path}"
        text += f" Open it on [Binder]({binder})."
    return text


def frame(app: Sphinx, page: str, text: list[str]) -> None:
    """Put the command below the title of a page that is read, and the rest behind its last cell."""
    path = Path(app.env.doc2path(page))
    if path.suffix != ".ipynb" or not (experiment := read(path)).parameters:
        return
    notebook = json.loads(text[0])
    opening = notebook["cells"][0]["source"]
    title = next(at for at, line in enumerate(opening) if line.startswith("# "))
    opening.insert(title + 1, filled(TOP, experiment))
    repository = app.config.html_theme_options.get("repository_url", "")
    commit = (git_state() or {"commit": ""})["commit"]
    end = filled(END, experiment) + source(f"{page}.ipynb", repository, commit)
    last = {"cell_type": "markdown", "id": "reproduce", "metadata": {}, "source": end}
    notebook["cells"].append(last)
    text[0] = json.dumps(notebook)


def setup(app: Sphinx) -> None:
    app.connect("source-read", frame)
