"""Sphinx extension: say at the end of each page with code how to run it again.

`_config.yml` loads it, and Sphinx calls `add_commands` for each page that it reads. Pages of
experiments are the notebooks with declared parameters. Below their title comes the command, with
the time that it takes by the notebook's own account. At the end come more commands, one of them
with all parameters, the source at its commit and, if `repository_url` of `_config.yml` is on
GitHub, a link that opens the notebook on Binder. The theme could add such links itself, but only to
all pages, those in Markdown as well.

A chapter in Markdown with code, which names a kernel in its front matter, has no parameters. Its
end says how it runs as the notebook that `take_away.py` makes of it.
"""

import json
import shlex
from pathlib import Path

from myst_nb.core.read import is_myst_markdown_notebook
from sphinx.application import Sphinx

from osphg.experiments.catalogue import Experiment, duration, read
from osphg.experiments.parameters import written
from osphg.experiments.provenance import git_state

# In HTML, as the first paragraph in Markdown becomes the page's description for search engines.
TOP = """

<p class="osphg-rerun">Run it again:
<code class="docutils literal notranslate">osphg run {name}</code> ({full});
<a href="#reproduce-this-page">more at the end</a>.</p>

"""
END = """\
## Reproduce this page

From the repository's top level, after `source .venv/bin/activate`: each run leaves report, figures,
table and provenance in a folder. Times: two cores.

```bash
osphg run {name}          # {full}
osphg run {name} --quick  # {quick}
osphg show {name}         # what each parameter means, and its range
```

With other parameters: these are the values of this page. Change some, and leave out the rest.

```bash
{with_parameters}
```

"""
END_OF_CHAPTER = """

## Run this page

As a <a href="../_sources/{page}.ipynb" download>notebook</a> this chapter runs in any Jupyter: its
first cell installs osphg where there is none. It has no parameters; what can be changed stands in
its cells, and the sentences with numbers change with them.

```bash
jupyter lab {name}.ipynb                                   # cell by cell
jupyter nbconvert --to notebook --execute --inplace {name}.ipynb  # all of it
```
"""
# The first page says itself how to run the book, and the note is printed as an article.
WITHOUT_END = {"book/index", "book/note"}
WIDTH = 90  # characters of a line of code on a page


def command_with_parameters(experiment: Experiment) -> str:
    """Return the command that runs an experiment with `-p` for each parameter, as the page has it.

    A parameter that is None follows from others, by a rule, and is left out. The command is broken
    into lines as a shell allows.
    """
    values = experiment.complete({})
    options = [
        f"-p {shlex.quote(f'{name}={written(value)}')}"
        for name, value in values.items()
        if value is not None
    ]
    lines = [f"osphg run {experiment.name}"]
    for option in options:
        if len(f"{lines[-1]} {option}") > WIDTH:
            lines[-1] += " \\"
            lines.append(f"   {option}")
        else:
            lines[-1] += f" {option}"
    return "\n".join(lines)


def fill_template(template: str, experiment: Experiment) -> str:
    """Return `TOP` or `END` with an experiment's name, commands and how long its runs take."""
    full_run = experiment.complete({}, quick=False)
    quick_run = experiment.complete({}, quick=True)
    return template.format(
        name=experiment.name,
        full=f"about {duration(experiment.estimate(full_run))}",
        quick=f"about {duration(experiment.estimate(quick_run))}",
        with_parameters=command_with_parameters(experiment),
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
    """Add the commands to the source of a page if it is an experiment's notebook or has code.

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
    is_on_the_site = app.builder.name == "html" and page not in WITHOUT_END
    if is_on_the_site and path.suffix == ".md" and is_myst_markdown_notebook(text[0]):
        text[0] += END_OF_CHAPTER.format(page=page, name=path.stem)
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
