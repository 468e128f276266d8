//! `MindSave`.

use std::path::PathBuf;

use mindsave::compress::Request;
use mindsave::failure::Scope;
use mindsave::memory::Gotcha;
use mindsave::{
    Budget, Clock, Error, FailureReport, Layers, SaveOptions, SnapshotId, State, Workspace, answer,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::error::invalid;
use crate::failure::Failure;
use crate::graph::FailureGraph;
use crate::live::{self, Any};
use crate::search::Options;
use crate::snapshot::Snapshot;
use crate::{functions, read, work, write};

/// Where a gotcha holds, as it is told: in the project unless said otherwise.
fn read_scope(scope: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    scope.map_or_else(|| Ok(Scope::Project.word().to_owned()), |word| read::text(word, "scope"))
}

/// A workspace that is open.
#[pyclass(frozen, module = "mindsave")]
pub(crate) struct MindSave(mindsave::MindSave);

#[pymethods]
impl MindSave {
    #[new]
    #[pyo3(signature = (root = None))]
    fn new(py: Python<'_>, root: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let root = root.filter(|root| !root.is_none()).map(path).transpose()?;
        work::detached(py, || {
            let workspace = Workspace::find(root.as_deref())?;
            mindsave::MindSave::open(workspace, Clock::from_env()?)
        })
        .map(Self)
    }

    #[getter]
    fn root(&self) -> Option<PathBuf> {
        self.0.workspace().map(|workspace| workspace.root.clone())
    }

    fn init(&self, py: Python<'_>) -> PyResult<bool> {
        work::detached(py, || self.0.init())
    }

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
        let state = state_of(py, state, fields)?;
        let topic = topic.filter(|topic| !topic.is_none());
        let topic = topic.map(|topic| read::text(topic, "topic")).transpose()?;
        let collect = read::flag(collect, "collect", true)?;
        let options =
            SaveOptions { topic, layers: layers_of(layers)?, collect, ..SaveOptions::default() };
        let saved = work::detached(py, || {
            Ok(answer::saved(&self.0.save(State::from_value(state)?, &options)?))
        })?;
        write::object(py, &saved)
    }

    #[pyo3(signature = (state = None, /, **fields))]
    fn auto_snapshot<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = state_of(py, state, fields)?;
        let saved = work::detached(py, || {
            Ok(answer::saved(&self.0.auto_snapshot(State::from_value(state)?)?))
        })?;
        write::object(py, &saved)
    }

    #[pyo3(signature = (id = None))]
    fn load(&self, py: Python<'_>, id: Option<&Bound<'_, PyAny>>) -> PyResult<Snapshot> {
        let pick = read::pick(id)?;
        work::detached(py, || Snapshot::of(&self.0, self.0.load(&pick)?))
    }

    #[pyo3(signature = (id = None))]
    fn restore(&self, py: Python<'_>, id: Option<&Bound<'_, PyAny>>) -> PyResult<Snapshot> {
        self.load(py, id)
    }

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

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let entries = work::detached(py, || Ok(answer::entries(&self.0.list()?.0)))?;
        write::object(py, &entries)
    }

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
            Some(word) => self.searched(word, Options::default()),
            None => Ok(answer::recalled(&self.0.recall(&pick)?)),
        })?;
        write::object(py, &found)
    }

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
        write::object(py, &work::detached(py, || self.searched(&keyword, options))?)
    }

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
        write::compression(py, work::detached(py, || self.0.rules().compress(&request))?)
    }

    #[staticmethod]
    fn extract<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        functions::extract(text)
    }

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

    fn failures(&self, py: Python<'_>) -> PyResult<FailureGraph> {
        let read = work::detached(py, || self.0.failures())?;
        Ok(FailureGraph::of(mindsave::failure::FailureGraph::of(read.failures)))
    }

    fn retire_failure(
        &self,
        name: &Bound<'_, PyAny>,
        reason: &Bound<'_, PyAny>,
    ) -> PyResult<Failure> {
        let py = name.py();
        let (name, reason) = (read::text(name, "name")?, read::text(reason, "reason")?);
        work::detached(py, || self.0.retire_failure(&name, &reason).map(Failure))
    }

    #[pyo3(signature = (title, workaround = None, *, scope = None))]
    fn add_gotcha<'py>(
        &self,
        title: &Bound<'py, PyAny>,
        workaround: Option<&Bound<'py, PyAny>>,
        scope: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, title, scope) = (title.py(), read::text(title, "title")?, read_scope(scope)?);
        let workaround = workaround.map(|text| read::text(text, "workaround")).transpose()?;
        let noted = work::detached(py, || {
            let workaround = workaround.as_deref();
            self.0.add_gotcha(&Gotcha::told(&title, workaround, Scope::parse(&scope)?)?)
        })?;
        write::object(py, &answer::gotcha(&noted))
    }

    fn gotchas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = work::detached(py, || Ok(self.0.gotchas()))?;
        write::object(py, &answer::gotchas(&found))
    }

    #[pyo3(signature = (title, *, scope = None))]
    fn remove_gotcha<'py>(
        &self,
        title: &Bound<'py, PyAny>,
        scope: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, title, scope) = (title.py(), read::text(title, "title")?, read_scope(scope)?);
        let gone = work::detached(py, || self.0.remove_gotcha(&title, Scope::parse(&scope)?))?;
        write::object(py, &answer::gotcha(&gone))
    }

    fn promote_failure(&self, name: &Bound<'_, PyAny>) -> PyResult<Failure> {
        let (py, name) = (name.py(), read::text(name, "name")?);
        work::detached(py, || self.0.promote_failure(&name).map(Failure))
    }

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

    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        write::object(py, &work::detached(py, || self.0.stats())?)
    }

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

    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status = work::detached(py, || Ok(answer::status(&self.0.status()?)))?;
        write::object(py, &status)
    }

    fn observe<'py>(&self, session: &Any<'py>, events: &Any<'py>) -> PyResult<Any<'py>> {
        live::observe(&self.0, session, events)
    }

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

    #[pyo3(signature = (session = None))]
    fn pressure<'py>(&self, py: Python<'py>, session: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::pressure(py, &self.0, session)
    }

    #[pyo3(signature = (session = None))]
    fn fatigue<'py>(&self, py: Python<'py>, session: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::fatigue(py, &self.0, session)
    }

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

    fn set_goal<'py>(&self, text: &Any<'py>) -> PyResult<Any<'py>> {
        live::set_goal(&self.0, text)
    }

    fn touch<'py>(&self, text: &Any<'py>) -> PyResult<Any<'py>> {
        live::touch(&self.0, text)
    }

    #[pyo3(signature = (text, reason = None))]
    fn close<'py>(&self, text: &Any<'py>, reason: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::close(&self.0, text, reason)
    }

    fn consolidate<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        live::consolidate(py, &self.0)
    }

    #[pyo3(signature = (*, budget = None), text_signature = "($self, *, budget=800)")]
    fn handoff<'py>(&self, py: Python<'py>, budget: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        live::handoff(py, &self.0, budget)
    }

    fn sessions<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        live::sessions(py, &self.0)
    }

    fn take_notices(&self) -> Vec<String> {
        self.0.take_notices()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let root = self.root().map(|root| root.display().to_string());
        Ok(format!("MindSave({})", write::shown(py, &root.unwrap_or_default())?))
    }
}

impl MindSave {
    /// Searches every archive, the other layers and the failures.
    fn searched(&self, keyword: &str, options: Options) -> mindsave::Result<Value> {
        let (filter, page) = options.limits(&self.0)?;
        answer::searched(&self.0, keyword, &self.0.search(keyword, &filter, page)?)
    }
}

/// Reads a path.
fn path(given: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    given.extract().map_err(|thrown: PyErr| {
        // What the object's own code threw is passed on.
        if thrown.is_instance_of::<PyTypeError>(given.py()) {
            return invalid(given.py(), "`root` must be a path: a string or an os.PathLike");
        }
        thrown
    })
}

/// Puts a state and single fields together; a field that is given by itself counts.
fn state_of(
    py: Python<'_>,
    state: Option<&Bound<'_, PyAny>>,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Value> {
    let mut map = match state.filter(|state| !state.is_none()) {
        Some(state) => read::fields(state, "state")?,
        None if fields.is_none() => {
            return Err(invalid(py, "`state` is missing: there is nothing to save"));
        }
        None => Map::new(),
    };
    if let Some(fields) = fields {
        map.extend(read::fields(fields, "fields")?);
    }
    Ok(Value::Object(map))
}

/// Reads the layers that are kept; all when nothing is said.
fn layers_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Layers> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Layers::ALL) };
    let names = read::texts(given, "layers")?;
    let known = Layers::ALL.names();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        Some(name) => {
            let message = format!("`layers` holds {name:?}: there are L1, L2 and L3");
            work::at_once(given.py(), Err(Error::invalid(message)))
        }
        None => Ok(Layers::from_names(names.iter().map(String::as_str))),
    }
}
