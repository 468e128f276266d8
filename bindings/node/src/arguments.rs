//! Takes typed arguments out of JSON texts, with errors that name the argument.

use mindsave::{Error, Pick, Result};
use serde_json::{Map, Value};

/// What stands before the reason why JavaScript could not turn a value into text.
const REFUSED: char = '!';

/// The arguments of a call, by name.
pub(crate) struct Arguments {
    texts: Vec<(&'static str, Option<String>)>,
}

impl Arguments {
    /// Names the arguments of a call.
    ///
    /// # Errors
    /// `invalid_input` when there are too many, or JavaScript could not read one.
    pub(crate) fn new(
        call: &str,
        parameters: &[&'static str],
        mut texts: Vec<Option<String>>,
    ) -> Result<Self> {
        if texts.len() > parameters.len() {
            let (most, given) = (parameters.len(), texts.len());
            let message = format!("`{call}` takes at most {most} arguments, got {given}");
            return Err(Error::invalid(message));
        }
        texts.resize(parameters.len(), None);
        let texts: Vec<_> = parameters.iter().copied().zip(texts).collect();
        for (name, text) in &texts {
            if let Some(why) = text.as_ref().and_then(|text| text.strip_prefix(REFUSED)) {
                return Err(Error::invalid(format!("`{name}` cannot be used: {why}")));
            }
        }
        Ok(Self { texts })
    }

    /// Returns the JSON text of an argument; `null` when it was not given.
    pub(crate) fn raw(&self, name: &str) -> &str {
        let own = self.texts.iter().find(|(own, _)| *own == name);
        own.and_then(|(_, text)| text.as_deref()).unwrap_or("null")
    }

    /// Refuses the first argument that is no JSON: text with half a character in it.
    pub(crate) fn well_formed(&self) -> Result<()> {
        self.texts.iter().try_for_each(|(name, _)| read(name, self.raw(name)).map(drop))
    }

    /// Takes a value; null counts as absent.
    pub(crate) fn value(&self, name: &str) -> Result<Option<Value>> {
        Ok(Some(read(name, self.raw(name))?).filter(|value| !value.is_null()))
    }

    /// Refuses a call without this argument.
    pub(crate) fn given(&self, name: &str) -> Result<&Self> {
        match self.raw(name) {
            "null" => Err(Error::invalid(format!("`{name}` is required"))),
            _ => Ok(self),
        }
    }

    /// Takes a value that must be there.
    pub(crate) fn required(&self, name: &str) -> Result<Value> {
        self.value(name)?.ok_or_else(|| Error::invalid(format!("`{name}` is required")))
    }

    /// Takes a string.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>> {
        self.value(name)?.map(|value| text(name, value)).transpose()
    }

    /// Takes a string that must be there.
    pub(crate) fn required_text(&self, name: &str) -> Result<String> {
        text(name, self.required(name)?)
    }

    /// Takes a list of strings; one string is a list of one.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>> {
        self.value(name)?.map_or(Ok(Vec::new()), |value| texts(name, value))
    }

    /// Takes which checkpoint is meant: an id or a number of the list; the newest when absent.
    pub(crate) fn pick(&self, name: &str) -> Result<Pick> {
        pick(name, self.value(name)?)
    }

    /// Takes an object of options, of which only these are known.
    pub(crate) fn options(&self, name: &str, known: &[&str]) -> Result<Options> {
        let map = match self.value(name)? {
            None => Map::new(),
            Some(Value::Object(map)) => map,
            Some(other) => return Err(Error::wrong_type(name, "an object", &other)),
        };
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                let known = known.join("`, `");
                Err(Error::invalid(format!("`{name}.{key}` is unknown: there is `{known}`")))
            }
            None => Ok(Options { name: name.to_owned(), map }),
        }
    }
}

/// An object of options.
pub(crate) struct Options {
    name: String,
    map: Map<String, Value>,
}

impl Options {
    fn take(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    fn at(&self, key: &str) -> String {
        format!("{}.{key}", self.name)
    }

    /// Takes a string.
    pub(crate) fn text(&mut self, key: &str) -> Result<Option<String>> {
        let at = self.at(key);
        self.take(key).map(|value| text(&at, value)).transpose()
    }

    /// Reports whether something was given.
    pub(crate) fn given(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|value| !value.is_null())
    }

    /// Takes which checkpoint is meant, as [`Arguments::pick`] does.
    pub(crate) fn pick(&mut self, key: &str) -> Result<Pick> {
        let value = self.take(key);
        pick(&self.at(key), value)
    }

    /// Takes a list of strings; none when it is not there.
    pub(crate) fn texts(&mut self, key: &str) -> Result<Option<Vec<String>>> {
        let at = self.at(key);
        self.take(key).map(|value| texts(&at, value)).transpose()
    }

    /// Takes yes or no.
    pub(crate) fn flag(&mut self, key: &str) -> Result<Option<bool>> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(other) => Err(Error::wrong_type(&self.at(key), "a boolean", &other)),
        }
    }

    /// Takes a whole number.
    pub(crate) fn number(&mut self, key: &str) -> Result<Option<u32>> {
        let at = self.at(key);
        let number = |value: Value| {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| {
                Error::invalid(format!("`{at}` must be a whole number, got {value}"))
            })
        };
        self.take(key).map(number).transpose()
    }
}

fn read(name: &str, text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|cause| {
        let why = cause.to_string();
        let why = why.split(" at line ").next().unwrap_or_default().to_owned();
        Error::invalid(format!("`{name}` cannot be used: {why}")).caused_by(cause)
    })
}

fn pick(name: &str, value: Option<Value>) -> Result<Pick> {
    match value {
        None => Ok(Pick::Latest),
        Some(Value::Number(number)) if number.is_u64() => Ok(Pick::Named(number.to_string())),
        Some(value) => text(name, value).map(Pick::Named),
    }
}

/// Checks that a value is a string.
pub(crate) fn text(name: &str, value: Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(Error::wrong_type(name, "a string", &other)),
    }
}

/// Checks that a value is a list of strings, or a string.
fn texts(name: &str, value: Value) -> Result<Vec<String>> {
    match value {
        Value::Array(items) => {
            let item = |(i, item)| text(&format!("{name}[{i}]"), item);
            items.into_iter().enumerate().map(item).collect()
        }
        Value::String(text) => Ok(vec![text]),
        other => Err(Error::wrong_type(name, "a list of strings", &other)),
    }
}
