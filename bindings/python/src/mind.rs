//! `MindSave`.

use std::path::PathBuf;

use mindsave::compress::Request;
use mindsave::failure::Scope;
use mindsave::memory::Gotcha;
use mindsave::{Budget, Clock, FailureReport, SaveOptions, SnapshotId, State, Workspace, answer};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::error::invalid;
use crate::failure::Failure;
use crate::graph::FailureGraph;
use crate::live::{self, Any};
use crate::search::Options;
use crate::snapshot::Snapshot;
use crate::{arguments, functions, read, work, write};

/// A workspace that is open.
#[pyclass(frozen, module = "mindsave")]
pub(crate) struct MindSave(mindsave::MindSave);

#[pymethods]
impl MindSave {
    #[new]
    #[pyo3(signature = (root = None))]
    fn new(py: Python<'_>, root: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let root = root.filter(|root| !root.is_none()).map(arguments::path).transpose()?;
        work::detached(py, || {
            let workspace = Workspace::find(root.as_deref())?;
            mindsave::MindSave::open(workspace, Clock::from_env()?)
        })
        .map(Self)
    }

    /// The root of the workspace.
    #[getter]
    fn root(&self) -> Option<PathBuf> {
        self.0.workspace().map(|workspace| workspace.root.clone())
    }

    /// Make the folder with its settings file; return whether it is new.
    fn init(&self, py: Python<'_>) -> PyResult<bool> {
        work::detached(py, || self.0.init())
    }

    /// Save a checkpoint: on the disk when this returns.
    #[pyo3(
        signature = (state = None, /, *, topic = None, layers = None, collect = None, **fields),
        text_signature = "($self, state=None, /, *, topic=None, layers=None, collect=True, **fields)"
    )]
    fn save<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
        topic: Option<&Bound<'py, PyAny>>,
        layers: Option<&Bound<'py, PyAny>>,
        collect: Option<&Bound<'py, PyAny>>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = arguments::state_of(py, state, fields)?;
        let topic = topic.filter(|topic| !topic.is_none());
        let topic = topic.map(|topic| read::text(topic, "topic")).transpose()?;
        let collect = read::flag(collect, "collect", true)?;
        let options = SaveOptions {
            topic,
            layers: arguments::layers_of(layers)?,
            collect,
            ..SaveOptions::default()
        };
        let saved = work::detached(py, || {
            Ok(answer::saved(&self.0.save(State::from_value(state)?, &options)?))
        })?;
        write::object(py, &saved)
    }

    /// Save Layer 1 alone, in at most 300 tokens, before the context overflows.
    #[pyo3(signature = (state = None, /, **fields))]
    fn auto_snapshot<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = arguments::state_of(py, state, fields)?;
        let saved = work::detached(py, || {
            Ok(answer::saved(&self.0.auto_snapshot(State::from_value(state)?)?))
        })?;
        write::object(py, &saved)
    }

    /// Load a snapshot by name or by its number in the list; the newest when none is named.
    #[pyo3(signature = (id = None))]
    fn load(&self, py: Python<'_>, id: Option<&Bound<'_, PyAny>>) -> PyResult<Snapshot> {
        let pick = read::pick(id)?;
        work::detached(py, || Snapshot::of(&self.0, self.0.load(&pick)?))
    }

    /// Load a snapshot: another name of :meth:`load`.
    #[pyo3(signature = (id = None))]
    fn restore(&self, py: Python<'_>, id: Option<&Bound<'_, PyAny>>) -> PyResult<Snapshot> {
        self.load(py, id)
    }

    /// Return the text an agent gets, in at most `budget` tokens (800).
    #[pyo3(
        signature = (id = None, *, budget = None),
        text_signature = "($self, id=None, *, budget=800)"
    )]
    fn resume(
        &self,
        py: Python<'_>,
        id: Option<&Bound<'_, PyAny>>,
        budget: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let pick = read::pick(id)?;
        let total = budget.map(|budget| read::count(budget, "budget")).transpose()?;
        work::detached(py, || {
            let budget = total.map_or_else(|| Ok(Budget::default()), Budget::of_total)?;
            Ok(self.0.resume(&pick, budget)?.text)
        })
    }

    /// Return the file of a snapshot as text, secrets taken out.
    #[pyo3(signature = (id = None))]
    fn show(&self, py: Python<'_>, id: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let pick = read::pick(id)?;
        work::detached(py, || self.0.show(&pick))
    }

    /// List the snapshots, newest first.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entries = work::detached(py, || Ok(answer::entries(&self.0.list()?.0)))?;
        write::object(py, &entries)
    }

    /// Look for a keyword in everything that was saved, or return one snapshot's archive.
    #[pyo3(signature = (keyword = None, *, id = None))]
    fn recall<'py>(
        &self,
        py: Python<'py>,
        keyword: Option<&Bound<'py, PyAny>>,
        id: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keyword = keyword.filter(|keyword| !keyword.is_none());
        if keyword.is_some() && id.is_some() {
            return Err(invalid(py, "`keyword` and `id` cannot be given together"));
        }
        let keyword = keyword.map(|keyword| read::text(keyword, "keyword")).transpose()?;
        let pick = read::pick(id)?;
        let found = work::detached(py, || match &keyword {
            Some(word) => Options::default().search(&self.0, word),
            None => Ok(answer::recalled(&self.0.recall(&pick)?)),
        })?;
        write::object(py, &found)
    }

    /// Search everything that was saved, the best hits first, page by page.
    #[pyo3(
        signature = (keyword, **options),
        text_signature = "($self, keyword, *, kinds=None, since=None, until=None, sessions=None, \
                          files=None, budget=800, skip=0)"
    )]
    fn search<'py>(
        &self,
        keyword: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, keyword) = (keyword.py(), read::text(keyword, "keyword")?);
        let options = Options::read(py, options)?;
        write::object(py, &work::detached(py, || options.search(&self.0, &keyword))?)
    }

    /// Say which failures an action repeats, and which gotchas it meets.
    #[pyo3(
        signature = (action, *, command = None),
        text_signature = "($self, action, *, command=False)"
    )]
    fn check<'py>(
        &self,
        action: &Bound<'py, PyAny>,
        command: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, text) = (action.py(), read::text(action, "action")?);
        let command = read::flag(command, "command", false)?;
        let checked = work::detached(py, || {
            let now = Clock::from_env()?.now();
            let checked = self.0.check(&functions::action_of(&text, command))?;
            Ok(answer::checked(&checked, &text, now))
        })?;
        write::object(py, &checked)
    }

    /// Compress as :func:`compress_layer2` does, with the rule packs of the workspace.
    #[pyo3(
        signature = (constraints, decisions = None, excluded_paths = None, max_constraints = None),
        text_signature = "($self, constraints, decisions=None, excluded_paths=None, max_constraints=20)"
    )]
    fn compress<'py>(
        &self,
        constraints: &Bound<'py, PyAny>,
        decisions: Option<&Bound<'py, PyAny>>,
        excluded_paths: Option<&Bound<'py, PyAny>>,
        max_constraints: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = constraints.py();
        let arguments = [
            ("constraints", Some(constraints)),
            ("decisions", decisions),
            ("excluded_paths", excluded_paths),
            ("max_constraints", max_constraints),
        ];
        let request: Request = functions::request(py, &arguments)?;
        write::compression(py, work::detached(py, || self.0.rules().compress(&request))?, &[])
    }

    /// Find what is worth keeping in prose; see :func:`mindsave.extract`.
    #[staticmethod]
    fn extract<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        functions::extract(text)
    }

    /// Record that an approach failed; once more when it is known.
    #[pyo3(signature = (name, **fields))]
    fn record_failure(
        &self,
        name: &Bound<'_, PyAny>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Failure> {
        let py = name.py();
        let name = Value::String(read::text(name, "name")?);
        let mut map = Map::from_iter([("name".to_owned(), name)]);
        if let Some(fields) = fields {
            map.extend(read::fields(fields, "fields")?);
        }
        work::detached(py, || {
            let report = FailureReport::from_value(Value::Object(map))?;
            self.0.record_failure(&report).map(Failure)
        })
    }

    /// Read the failures, withdrawn ones included: `is_active` tells them apart.
    fn failures(&self, py: Python<'_>) -> PyResult<FailureGraph> {
        let read = work::detached(py, || self.0.failures())?;
        Ok(FailureGraph::of(mindsave::failure::FailureGraph::of(read.failures)))
    }

    /// Withdraw a failure; its file stays, with the reason.
    fn retire_failure(
        &self,
        name: &Bound<'_, PyAny>,
        reason: &Bound<'_, PyAny>,
    ) -> PyResult<Failure> {
        let py = name.py();
        let (name, reason) = (read::text(name, "name")?, read::text(reason, "reason")?);
        work::detached(py, || self.0.retire_failure(&name, &reason).map(Failure))
    }

    /// Note a hazard with a way around it; one of the same title takes its workaround.
    #[pyo3(signature = (title, workaround = None, *, scope = None))]
    fn add_gotcha<'py>(
        &self,
        title: &Bound<'py, PyAny>,
        workaround: Option<&Bound<'py, PyAny>>,
        scope: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, title, scope) =
            (title.py(), read::text(title, "title")?, arguments::scope(scope)?);
        let workaround = workaround.map(|text| read::text(text, "workaround")).transpose()?;
        let noted = work::detached(py, || {
            let workaround = workaround.as_deref();
            self.0.add_gotcha(&Gotcha::told(&title, workaround, Scope::parse(&scope)?)?)
        })?;
        write::object(py, &answer::gotcha(&noted))
    }

    /// List the gotchas that hold here: of `memory/MEMORY.md` and of all projects.
    fn gotchas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = work::detached(py, || Ok(self.0.gotchas()))?;
        write::object(py, &answer::gotchas(&found))
    }

    /// Remove a gotcha of the project, or of all projects; return it as it stood there.
    #[pyo3(signature = (title, *, scope = None))]
    fn remove_gotcha<'py>(
        &self,
        title: &Bound<'py, PyAny>,
        scope: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, title, scope) =
            (title.py(), read::text(title, "title")?, arguments::scope(scope)?);
        let gone = work::detached(py, || self.0.remove_gotcha(&title, Scope::parse(&scope)?))?;
        write::object(py, &answer::gotcha(&gone))
    }

    /// Make a failure of this project hold in every project.
    fn promote_failure(&self, name: &Bound<'_, PyAny>) -> PyResult<Failure> {
        let (py, name) = (name.py(), read::text(name, "name")?);
        work::detached(py, || self.0.promote_failure(&name).map(Failure))
    }

    /// Remove what is over the limits; open and blocked snapshots stay.
    #[pyo3(signature = (*, dry_run = None), text_signature = "($self, *, dry_run=False)")]
    fn clean<'py>(
        &self,
        py: Python<'py>,
        dry_run: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dry_run = read::flag(dry_run, "dry_run", false)?;
        let cleaned = work::detached(py, || Ok(answer::cleaned(&self.0.clean(dry_run)?, dry_run)))?;
        write::object(py, &cleaned)
    }

    /// Count snapshots, bytes and tokens.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &work::detached(py, || self.0.stats())?)
    }

    /// Compare the active files of a snapshot with what they are now.
    #[pyo3(signature = (id = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        id: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(given) = id.and_then(|id| id.cast::<Snapshot>().ok()) {
            let inner = given.get().inner();
            let drift = work::detached(py, || Ok(self.0.verify(inner)))?;
            return write::object(py, &drift);
        }
        let pick = read::pick(id)?;
        let drift = work::detached(py, || Ok(self.0.verify(&self.0.load(&pick)?.snapshot)))?;
        write::object(py, &drift)
    }

    /// Delete snapshots by name: all of them or none.
    fn delete<'py>(&self, id: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = id.py();
        let names = match read::value(id, "id")? {
            Value::Array(_) => read::texts(id, "id")?,
            _ => vec![read::text(id, "id")?],
        };
        let deleted = work::detached(py, || {
            let ids = names.iter().map(|name| SnapshotId::parse(name));
            let ids = ids.collect::<mindsave::Result<Vec<_>>>()?;
            self.0.delete_all(&ids)?;
            Ok(json!({ "deleted": ids }))
        })?;
        write::object(py, &deleted)
    }

    /// Say where things stand.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status = work::detached(py, || Ok(answer::status(&self.0.status()?)))?;
        write::object(py, &status)
    }

    /// Check that everything works here; say what to do if not.
    fn doctor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &work::detached(py, || Ok(self.0.doctor()))?)
    }

    /// Write down what happened in a session, and what follows from it.
    fn observe<'py>(&self, session: &Any<'py>, events: &Any<'py>) -> PyResult<Any<'py>> {
        live::observe(&self.0, session, events)
    }

    /// Return the text for an agent whose context is new; nothing where nothing is known.
    #[pyo3(
        signature = (session, *, subagent = None),
        text_signature = "($self, session, *, subagent=False)"
    )]
    fn restore_session<'py>(
        &self,
        session: &Any<'py>,
        subagent: Option<&Any<'py>>,
    ) -> PyResult<Any<'py>> {
        live::restore(&self.0, session, subagent)
    }

    /// Say how soon the context of a session ends; of the one used last when none is named.
    #[pyo3(signature = (session = None))]
    fn pressure<'py>(&self, py: Python<'py>, session: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::pressure(py, &self.0, session)
    }

    /// Say how degraded the work of a session is; of the one used last when none is named.
    #[pyo3(signature = (session = None))]
    fn fatigue<'py>(&self, py: Python<'py>, session: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::fatigue(py, &self.0, session)
    }

    /// Save what the journals tell, unless that was just done or the user refused it.
    #[pyo3(
        signature = (session = None, *, force = None),
        text_signature = "($self, session=None, *, force=False)"
    )]
    fn checkpoint<'py>(
        &self,
        py: Python<'py>,
        session: Option<&Any<'py>>,
        force: Option<&Any<'py>>,
    ) -> PyResult<Any<'py>> {
        live::checkpoint(py, &self.0, session, force)
    }

    /// List what is known while the work goes on, the most active first.
    #[pyo3(
        signature = (r#type = None, *, all = None),
        text_signature = "($self, type=None, *, all=False)"
    )]
    fn nodes<'py>(
        &self,
        py: Python<'py>,
        r#type: Option<&Any<'py>>,
        all: Option<&Any<'py>>,
    ) -> PyResult<Any<'py>> {
        live::nodes(py, &self.0, r#type, all)
    }

    /// Record something worth keeping; on the disk when this returns.
    #[pyo3(
        signature = (r#type, text, **fields),
        text_signature = "($self, type, text, *, reason=None, supersedes=None, alternatives=None, \
                          scope=None, task=None)"
    )]
    fn log<'py>(
        &self,
        r#type: &Any<'py>,
        text: &Any<'py>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        live::log(&self.0, r#type, text, fields)
    }

    /// Add a node of any kind, with its scope and task.
    #[pyo3(
        signature = (kind, text, **fields),
        text_signature = "($self, kind, text, *, reason=None, supersedes=None, alternatives=None, \
                          scope=None, task=None)"
    )]
    fn add_node<'py>(
        &self,
        kind: &Any<'py>,
        text: &Any<'py>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        live::add_node(&self.0, kind, text, fields)
    }

    /// Set the goal of the session this call belongs to.
    fn set_goal<'py>(&self, text: &Any<'py>) -> PyResult<Any<'py>> {
        live::set_goal(&self.0, text)
    }

    /// Count one more use of the entries with these words, or this id: they become more active.
    fn touch<'py>(&self, text: &Any<'py>) -> PyResult<Any<'py>> {
        live::touch(&self.0, text)
    }

    /// Close an entry: a goal that is reached, a rule that is withdrawn, a problem solved.
    #[pyo3(signature = (text, reason = None))]
    fn close<'py>(&self, text: &Any<'py>, reason: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::close(&self.0, text, reason)
    }

    /// Make room: compress three results, evict one cold context; no text is lost.
    fn consolidate<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        live::consolidate(py, &self.0)
    }

    /// Write one text for the next agent, in at most `budget` tokens (800).
    #[pyo3(signature = (*, budget = None), text_signature = "($self, *, budget=800)")]
    fn handoff<'py>(&self, py: Python<'py>, budget: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::handoff(py, &self.0, budget)
    }

    /// List the sessions that have a journal, the one used last first.
    fn sessions<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        live::sessions(py, &self.0)
    }

    /// Take what was found on the way: files that could not be read, and where they went.
    fn take_notices(&self) -> Vec<String> {
        self.0.take_notices()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let root = self.root().map(|root| root.display().to_string());
        Ok(format!("MindSave({})", write::shown(py, &root.unwrap_or_default())?))
    }
}
