"""Sphinx extension: say at the top and at the end of an experiment's page how to run it again.

`_config.yml` loads it, and Sphinx calls `add_commands` for each page that it reads. Pages of
experiments are the notebooks with declared parameters. Below the title comes the command, with the
time that it takes by the notebook's own account. At the end come more commands, the source at its
commit and, if `repository_url` of `_config.yml` is on GitHub, a link that opens the notebook on
Binder. The theme could add such links itself, but only to all pages, those in Markdown as well.
"""

import json
from pathlib import Path

from sphinx.application import Sphinx

from osphg.experiments.catalogue import Experiment, duration, read
from osphg.experiments.provenance import git_state

# In HTML, as the first paragraph in Markdown becomes the page's description for search engines.
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


def fill_template(template: str, experiment: Experiment) -> str:
    """Return `TOP` or `END` with an experiment's name and how long a full and a quick run take."""
    full_run = experiment.complete({}, quick=False)
    quick_run = experiment.complete({}, quick=True)
    return template.format(
        name=experiment.name,
        full=f"about {duration(experiment.estimate(full_run))}",
        quick=f"about {duration(experiment.estimate(quick_run))}",
    )


def source_line(path: str, repository: str, commit: str) -> str:
    """Return the line that says where a notebook's source is, and how to open it on Binder.

    Parameters
    ----------
    path
        The notebook's path in the repository.
    repository
        The repository's address, empty if it has none. Only one on GitHub gets a link to Binder.
    commit
        The full hash of the commit from which the book is built, empty if it is not known.
    """
    line = f"Source: `{path}`" + (f" at commit {commit[:10]}." if commit else ".")
    name = repository.removeprefix("https://github.com/")
    is_on_github = name != repository
    if commit and is_on_github:
        binder = f"https://mybinder.org/v2/gh/{name}/{commit}?urlpath=lab/tree/{path}"
        line += f" Open it on [Binder]({binder})."
    return line


def add_commands(app: Sphinx, page: str, text: list[str]) -> None:
    """Add the commands to the source of a page if it is an experiment's notebook.

    Sphinx calls it at `source-read`.

    Parameters
    ----------
    app
        Sphinx, with the settings of the book.
    page
        The page's name, such as ``book/figure1``.
    text
        A list of one entry, the source that Sphinx will parse: of a notebook, its JSON. The entry
        is replaced.
    """
    path = Path(app.env.doc2path(page))
    if path.suffix != ".ipynb":
        return
    experiment = read(path)
    if not experiment.parameters:  # then `osphg run` does not know the notebook
        return
    notebook = json.loads(text[0])
    first_cell = notebook["cells"][0]["source"]  # its lines; they have the title
    title_line = next(number for number, line in enumerate(first_cell) if line.startswith("# "))
    first_cell.insert(title_line + 1, fill_template(TOP, experiment))
    repository = app.config.html_theme_options.get("repository_url", "")
    commit = (git_state() or {"commit": ""})["commit"]
    end = fill_template(END, experiment) + source_line(f"{page}.ipynb", repository, commit)
    last_cell = {"cell_type": "markdown", "id": "reproduce", "metadata": {}, "source": end}
    notebook["cells"].append(last_cell)
    text[0] = json.dumps(notebook)


def setup(app: Sphinx) -> None:
    """Connect this extension to Sphinx."""
    app.connect("source-read", add_commands)
